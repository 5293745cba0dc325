package dev.colonnade.sql.function.library.json.path;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.value.JsonText.Node;
import dev.colonnade.type.path.JsonPath.Expression;
import dev.colonnade.type.path.JsonPath.Step;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluation of a path as its predicates and methods use it. */
interface JsonPathContext {
  /** Returns whether the path is evaluated in the lax mode. */
  boolean isLax();

  /** Returns whether failures of structure count as nothing found. */
  boolean ignoresStructure();

  /** Fails: with an exception unless the evaluation is silent. */
  Outcome fail(ErrorCode code, String message);

  /** Evaluates an expression, and unwraps arrays among the values in the lax mode. */
  Outcome unwrapped(Expression expression, Node value, List<Node> found);

  /**
   * Evaluates an operand of a predicate, whose failures make the predicate unknown.
   *
   * @param found receives the values; null if one is enough
   */
  Outcome evaluateSilently(
      Expression expression, Node value, boolean unwraps, @Nullable List<Node> found);

  /** Applies the remaining accessors to a value; without any, the value is found. */
  Outcome next(List<Step> accessors, Node value, @Nullable List<Node> found);

  /** Evaluates values one by one, to the first failure, or the first value if one is enough. */
  Outcome each(Collection<Node> values, Evaluation evaluation, @Nullable List<Node> found);

  /** Evaluation of one of several values. */
  interface Evaluation {
    /** Returns the outcome for a value. */
    Outcome of(Node value);
  }
}
