package dev.colonnade.sql.expression.build;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.DistinctComparison;
import dev.colonnade.sql.expression.comparison.RowComparison;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;

/** Construction of comparisons. */
final class ComparisonBuilder {
  private final ConstantFolding folding;
  private final Conversions conversions;

  ComparisonBuilder(ConstantFolding folding, Conversions conversions) {
    this.folding = requireNonNull(folding, "folding is null");
    this.conversions = requireNonNull(conversions, "conversions is null");
  }

  Expression compare(ComparisonOperator operator, Expression left, Expression right) {
    boolean hasNull = Conversions.isNull(left) || Conversions.isNull(right);
    if (hasNull && !ConstantFolding.fails(left) && !ConstantFolding.fails(right)) {
      return new Literal(VectorType.of(TypeKind.BOOLEAN), null);
    }
    Conversions.Pair pair = conversions.comparable(left, right);
    return folding.fold(new Comparison(operator, pair.left(), pair.right()));
  }

  Expression distinct(boolean isNot, Expression left, Expression right) {
    Conversions.Pair pair = conversions.comparable(left, right);
    return folding.fold(new DistinctComparison(isNot, pair.left(), pair.right()));
  }

  /** Returns the pairwise comparisons of rows. */
  List<Expression> pairs(
      ComparisonOperator operator, List<Expression> left, List<Expression> right) {
    List<Expression> pairs = new ArrayList<>(left.size());
    for (int i = 0; i < left.size(); i++) {
      pairs.add(compare(operator, left.get(i), right.get(i)));
    }
    return pairs;
  }

  Expression order(ComparisonOperator operator, List<Expression> left, List<Expression> right) {
    List<Expression> some = new ArrayList<>(left.size());
    List<Expression> others = new ArrayList<>(left.size());
    for (int i = 0; i < left.size(); i++) {
      Conversions.Pair pair = conversions.comparable(left.get(i), right.get(i));
      some.add(pair.left());
      others.add(pair.right());
    }
    return folding.fold(new RowComparison(operator, some, others));
  }
}
