package dev.colonnade.sql.deparse.node;

import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Expression with types and casts, as PostgreSQL's parse analysis leaves it. */
public sealed interface Node {
  /** Returns the type of the value. */
  TypeReference type();

  /** Returns the operands. */
  default List<Node> operands() {
    return List.of();
  }

  /** Returns the volatility of the node itself. */
  default Volatility volatility() {
    return Volatility.IMMUTABLE;
  }

  /** Returns whether the value depends on the operands alone. */
  default boolean isImmutable() {
    return volatility() == Volatility.IMMUTABLE && operands().stream().allMatch(Node::isImmutable);
  }

  /** Returns whether an expression reads a column. */
  default boolean hasColumn() {
    return operands().stream().anyMatch(Node::hasColumn);
  }

  /** Reference to a column, as it is printed. */
  record Column(String text, TypeReference type) implements Node {
    @Override
    public boolean hasColumn() {
      return true;
    }
  }

  /** Constant in the output form of its type; null is NULL. */
  record Constant(@Nullable String value, TypeReference type) implements Node {
    /** Returns whether nothing has decided the type. */
    public boolean isUnknown() {
      return type.type().isUnknown();
    }
  }

  /** Operator with one or two operands. */
  record Operator(String name, List<Node> operands, TypeReference type, Volatility volatility)
      implements Node {}

  /** Kind of a Boolean operator. */
  enum BooleanKind {
    AND,
    OR,
    NOT
  }

  /** AND, OR and NOT. */
  record Logic(BooleanKind kind, List<Node> operands, TypeReference type) implements Node {}

  /**
   * Cast.
   *
   * @param implicit whether the analysis added it
   * @param byFunction whether a function converts the value
   */
  record Cast(
      Node operand, TypeReference type, boolean implicit, boolean byFunction, Volatility volatility)
      implements Node {
    @Override
    public List<Node> operands() {
      return List.of(operand);
    }
  }

  /**
   * Call of a function by its name.
   *
   * @param names of the arguments; null for positional ones
   */
  record Function(
      String name,
      List<Node> operands,
      List<@Nullable String> names,
      boolean variadic,
      TypeReference type,
      Volatility volatility)
      implements Node {}

  /** Aggregate or window function with its clauses. */
  record Collecting(String name, List<Node> operands, CollectingClauses clauses, TypeReference type)
      implements Node {}

  /**
   * Clauses of an aggregate or window function.
   *
   * @param windowName name of its window; null for none
   */
  record CollectingClauses(
      boolean star,
      boolean distinct,
      boolean variadic,
      List<QueryNode.Order> order,
      @Nullable Node filter,
      @Nullable String windowName,
      QueryNode.@Nullable Window window) {}

  /**
   * Call with keywords: texts around the operands, one more than there are operands.
   *
   * @param isOperator whether operands have parentheses as those of operators
   */
  record Keywords(
      List<String> texts,
      List<Node> operands,
      boolean isOperator,
      TypeReference type,
      Volatility volatility)
      implements Node {}

  /** COALESCE, GREATEST, LEAST, NULLIF. */
  record Choice(String keyword, List<Node> operands, TypeReference type) implements Node {}

  /** Value of the session or the current time. */
  record SessionValue(String text, TypeReference type) implements Node {
    @Override
    public Volatility volatility() {
      return Volatility.STABLE;
    }
  }

  /** Condition and result of CASE. */
  record Branch(Node condition, Node result) {}

  /** CASE. */
  record Case(@Nullable Node operand, List<Branch> branches, Node otherwise, TypeReference type)
      implements Node {
    @Override
    public List<Node> operands() {
      return Stream.concat(
              operand == null ? Stream.of(otherwise) : Stream.of(operand, otherwise),
              branches.stream().flatMap(branch -> Stream.of(branch.condition, branch.result)))
          .toList();
    }
  }

  /**
   * IS NULL, IS TRUE and the like.
   *
   * @param ofBoolean whether the operand is Boolean
   */
  record Test(Node operand, String test, boolean ofBoolean, TypeReference type) implements Node {
    @Override
    public List<Node> operands() {
      return List.of(operand);
    }
  }

  /** IS DISTINCT FROM, and comparisons of rows. */
  record Comparison(String operator, List<Node> operands, TypeReference type) implements Node {
    /** Returns whether the operands are rows. */
    public boolean isOfRows() {
      return operands.getFirst() instanceof Row;
    }
  }

  /** Operator with ANY or ALL elements of an array. */
  record ArrayComparison(
      String operator,
      String quantifier,
      List<Node> operands,
      TypeReference type,
      Volatility volatility)
      implements Node {}

  /** ARRAY[...]. */
  record ArrayValue(List<Node> operands, TypeReference type) implements Node {}

  /** ROW(...). */
  record Row(List<Node> operands, TypeReference type) implements Node {}

  /**
   * Element or slice.
   *
   * @param operands the array, then the index or the bounds of each subscript
   * @param form a letter for each subscript: {@code i} for an index; for a slice the bounds that it
   *     has, {@code b} both, {@code l} the lower one, {@code u} the upper one, {@code n} none
   */
  record Subscript(List<Node> operands, String form, TypeReference type) implements Node {}

  /** Field of a row. */
  record Field(Node operand, String name, TypeReference type) implements Node {
    @Override
    public List<Node> operands() {
      return List.of(operand);
    }
  }

  /** COLLATE. */
  record Collate(Node operand, String collation, TypeReference type) implements Node {
    @Override
    public List<Node> operands() {
      return List.of(operand);
    }
  }

  /**
   * Subquery.
   *
   * @param before text before the parentheses
   * @param operands left side of a comparison; empty for none
   */
  record Subquery(String before, List<Node> operands, QueryNode query, TypeReference type)
      implements Node {}
}
