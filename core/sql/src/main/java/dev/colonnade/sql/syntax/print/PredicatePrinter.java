package dev.colonnade.sql.syntax.print;

import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.SubqueryExpression;

/** Printer of predicates and of expressions over queries. */
final class PredicatePrinter {
  private final Printers printers;
  private final SqlText text;

  PredicatePrinter(Printers printers) {
    this.printers = printers;
    this.text = printers.text();
  }

  void print(Predicate predicate) {
    switch (predicate) {
      case Predicate.IsNull test -> is(test.operand(), test.negated(), "NULL");
      case Predicate.IsTruth test -> is(test.operand(), test.negated(), test.value().name());
      case Predicate.IsDocument test -> is(test.operand(), test.negated(), "DOCUMENT");
      case Predicate.IsNormalized test -> {
        String form = test.form() == null ? "" : test.form() + " ";
        is(test.operand(), test.negated(), form + "NORMALIZED");
      }
      case Predicate.IsDistinct distinct -> {
        is(distinct.left(), distinct.negated(), "DISTINCT FROM ");
        operand(distinct.right());
      }
      case Predicate.Between between -> print(between);
      case Predicate.InList in -> {
        operand(in.operand());
        text.add(in.negated() ? " NOT IN (" : " IN (");
        printers.expressions().printList(in.list());
        text.add(")");
      }
      case Predicate.Like like -> print(like);
      case Predicate.Overlaps overlaps -> {
        printers.calls().print(overlaps.left());
        text.add(" OVERLAPS ");
        printers.calls().print(overlaps.right());
      }
    }
  }

  private void is(Expression operand, boolean negated, String test) {
    operand(operand);
    text.add(negated ? " IS NOT " : " IS ").add(test);
  }

  private void operand(Expression operand) {
    printers.expressions().print(operand, ExpressionPrinter.OPERATOR);
  }

  private void print(Predicate.Between between) {
    Predicate.Bounds bounds = between.bounds();
    operand(between.operand());
    text.add(between.negated() ? " NOT BETWEEN " : " BETWEEN ");
    text.add(bounds.symmetric() ? "SYMMETRIC " : "");
    printers.expressions().print(bounds.low(), ExpressionPrinter.PRIMARY);
    text.add(" AND ");
    operand(bounds.high());
  }

  private void print(Predicate.Like like) {
    Predicate.Pattern pattern = like.pattern();
    operand(like.operand());
    text.add(like.negated() ? " NOT " : " ");
    text.add(
        switch (pattern.kind()) {
          case LIKE -> "LIKE ";
          case ILIKE -> "ILIKE ";
          case SIMILAR -> "SIMILAR TO ";
        });
    operand(pattern.value());
    if (pattern.escape() != null) {
      text.add(" ESCAPE ");
      operand(pattern.escape());
    }
  }

  void print(SubqueryExpression expression) {
    switch (expression) {
      case SubqueryExpression.Scalar scalar -> query("", scalar.query());
      case SubqueryExpression.Exists exists -> query("EXISTS ", exists.query());
      case SubqueryExpression.ArrayOf array -> query("ARRAY", array.query());
      case SubqueryExpression.In in -> {
        operand(in.operand());
        query(in.negated() ? " NOT IN " : " IN ", in.query());
      }
      case SubqueryExpression.Quantified quantified -> {
        comparison(quantified.comparison());
        query("", quantified.query());
      }
      case SubqueryExpression.QuantifiedArray quantified -> {
        comparison(quantified.comparison());
        text.add("(");
        printers.expressions().print(quantified.array());
        text.add(")");
      }
    }
  }

  private void comparison(SubqueryExpression.Comparison comparison) {
    operand(comparison.left());
    text.add(" ").operator(comparison.operator()).add(" ");
    text.add(comparison.quantifier().name()).add(" ");
  }

  private void query(String before, Query query) {
    text.add(before).add("(");
    printers.queries().print(query);
    text.add(")");
  }
}
