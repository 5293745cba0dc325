package dev.colonnade.sql.optimize.physical.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.optimize.access.TranslatedPredicate;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import java.util.ArrayList;
import java.util.List;

/**
 * Predicates of scans whose rows together are those of one scan with an OR: each alternative of the
 * OR, with all other predicates, may be searched by a key of its own.
 */
final class DisjunctionScans {
  /** Each scan tests the alternatives of all scans before it. */
  private static final int SCANS_MAX = 8;

  private final List<TranslatedPredicate> all;

  /**
   * Creates the predicates.
   *
   * @param all predicates of one scan
   */
  DisjunctionScans(List<TranslatedPredicate> all) {
    this.all = requireNonNull(all, "all is null");
  }

  /**
   * Returns the predicates of each scan, for each OR that can be split. Every row of the one scan
   * is a row of exactly one of these scans.
   */
  List<List<List<Expression>>> splits() {
    List<List<List<Expression>>> splits = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).source() instanceof LogicExpression or
          && !or.isAnd()
          && or.operands().size() <= SCANS_MAX
          && maySplit(or)) {
        splits.add(split(i, or.operands()));
      }
    }
    return splits;
  }

  /**
   * Returns whether predicates may be evaluated once for each scan, and those of the OR also where
   * the OR would not evaluate them.
   */
  private boolean maySplit(LogicExpression or) {
    if (!or.isSafe()) {
      return false;
    }
    for (TranslatedPredicate predicate : all) {
      Expression source = predicate.source();
      if (ExpressionProperties.isVolatile(source) || ExpressionProperties.hasSubquery(source)) {
        return false;
      }
    }
    return true;
  }

  private List<List<Expression>> split(int index, List<Expression> alternatives) {
    List<List<Expression>> scans = new ArrayList<>(alternatives.size());
    for (int i = 0; i < alternatives.size(); i++) {
      List<Expression> predicates = new ArrayList<>(all.size() + i);
      predicates.add(alternatives.get(i));
      for (int j = 0; j < all.size(); j++) {
        if (j != index) {
          predicates.add(all.get(j).source());
        }
      }
      // A row for which an earlier alternative is NULL is no row of that scan.
      for (Expression earlier : alternatives.subList(0, i)) {
        predicates.add(new TruthTest(TruthTest.Test.IS_NOT_TRUE, earlier));
      }
      scans.add(predicates);
    }
    return scans;
  }
}
