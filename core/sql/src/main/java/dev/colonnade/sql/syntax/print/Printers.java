package dev.colonnade.sql.syntax.print;

/** Printers of all families, which print to the same text. */
final class Printers {
  private final SqlText text = new SqlText();
  private final ExpressionPrinter expressions = new ExpressionPrinter(this);
  private final PredicatePrinter predicates = new PredicatePrinter(this);
  private final CallPrinter calls = new CallPrinter(this);
  private final TypePrinter types = new TypePrinter(this);
  private final QueryPrinter queries = new QueryPrinter(this);
  private final FromPrinter from = new FromPrinter(this);
  private final ClausePrinter clauses = new ClausePrinter(this);
  private final ChangePrinter changes = new ChangePrinter(this);

  SqlText text() {
    return text;
  }

  ExpressionPrinter expressions() {
    return expressions;
  }

  PredicatePrinter predicates() {
    return predicates;
  }

  CallPrinter calls() {
    return calls;
  }

  TypePrinter types() {
    return types;
  }

  QueryPrinter queries() {
    return queries;
  }

  FromPrinter from() {
    return from;
  }

  ClausePrinter clauses() {
    return clauses;
  }

  ChangePrinter changes() {
    return changes;
  }
}
