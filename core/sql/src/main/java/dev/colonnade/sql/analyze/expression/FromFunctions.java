package dev.colonnade.sql.analyze.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.logical.LogicalOperator.SetFunction;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.syntax.query.FromItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Analysis of functions in FROM. */
public final class FromFunctions {
  private final ExpressionAnalyzer expressions;

  /** Creates the analysis of functions whose arguments {@code expressions} analyzes. */
  public FromFunctions(ExpressionAnalyzer expressions) {
    this.expressions = requireNonNull(expressions, "expressions is null");
  }

  /**
   * Functions of one item of FROM.
   *
   * @param name of the item: its alias, or the name of the function
   * @param columns of all functions, then that of WITH ORDINALITY, with their names before the
   *     alias's list of columns is applied
   * @param ordinality number of the row; null without WITH ORDINALITY
   */
  public record FunctionRows(
      String name,
      List<SetFunction> functions,
      List<ResultColumn> columns,
      @Nullable Variable ordinality) {
    public FunctionRows(
        String name,
        List<SetFunction> functions,
        List<ResultColumn> columns,
        @Nullable Variable ordinality) {
      this.name = requireNonNull(name, "name is null");
      this.functions = List.copyOf(functions);
      this.columns = List.copyOf(columns);
      this.ordinality = ordinality;
    }
  }

  /** Returns the rows of an item. */
  public FunctionRows analyze(FromItem.Functions item) {
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, item + " is not supported" + expressions.context());
  }
}
