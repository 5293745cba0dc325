package dev.colonnade.sql.analyze.query.window;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalOperator.Frame;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.SortKey;
import dev.colonnade.sql.syntax.query.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Analysis of the WINDOW clause and of OVER. */
public final class WindowAnalyzer {
  private final Function<ClauseKind, ExpressionAnalyzer> expressions;
  private final Map<String, Analyzed> named = new HashMap<>();

  /**
   * Window with what another that extends it has to know.
   *
   * @param orderTypes keys of the order with their types
   */
  private record Analyzed(
      WindowSpecification specification, List<TypedExpression> orderTypes, boolean hasFrame) {}

  /**
   * Creates the analysis.
   *
   * @param expressions analysis of the expressions of a clause
   */
  public WindowAnalyzer(Function<ClauseKind, ExpressionAnalyzer> expressions) {
    this.expressions = requireNonNull(expressions, "expressions is null");
  }

  /** Analyzes the WINDOW clause. */
  public void define(List<Window.Definition> definitions) {
    for (Window.Definition definition : definitions) {
      if (named.containsKey(definition.name())) {
        throw ScopeErrors.at(
            ErrorCode.WINDOWING_ERROR,
            "window \"%s\" is already defined".formatted(definition.name()),
            definition.specification().position());
      }
      named.put(definition.name(), analyze(definition.specification(), false));
    }
  }

  /** Returns the window of a call. */
  public WindowSpecification resolve(Call.Over over) {
    String name = over.name();
    if (name != null) {
      return find(name, over.position()).specification();
    }
    Window.Specification specification =
        requireNonNull(over.specification(), "specification is null");
    return analyze(specification, true).specification();
  }

  private Analyzed find(String name, int position) {
    Analyzed found = named.get(name);
    if (found == null) {
      throw ScopeErrors.at(
          ErrorCode.UNKNOWN_OBJECT, "window \"%s\" does not exist".formatted(name), position);
    }
    return found;
  }

  private Analyzed analyze(Window.Specification node, boolean isOver) {
    String baseName = node.base();
    Analyzed base = baseName == null ? null : find(baseName, node.position());
    List<TypedExpression> orderTypes = new ArrayList<>();
    List<SortItem> order = order(node.orderBy(), orderTypes);
    List<Expression> partition = new ArrayList<>();
    ExpressionAnalyzer analyzer = expressions.apply(ClauseKind.WINDOW_PARTITION);
    for (var key : node.partitionBy()) {
      partition.add(analyzer.groupable(analyzer.decided(analyzer.analyze(key))));
    }
    if (base != null && baseName != null) {
      requireExtensible(baseName, base, node, isOver);
      partition = base.specification().partition();
      if (node.orderBy().isEmpty()) {
        order = base.specification().order();
        orderTypes = base.orderTypes();
      }
    }
    Window.Frame frameNode = node.frame();
    Frame frame =
        frameNode == null
            ? QueryLevel.defaultFrame()
            : new FrameAnalyzer(expressions.apply(ClauseKind.WINDOW_FRAME), orderTypes)
                .analyze(frameNode, node.position());
    return new Analyzed(
        new WindowSpecification(partition, order, frame), orderTypes, frameNode != null);
  }

  private List<SortItem> order(List<SortKey> keys, List<TypedExpression> types) {
    ExpressionAnalyzer analyzer = expressions.apply(ClauseKind.WINDOW_ORDER);
    List<SortItem> items = new ArrayList<>();
    for (SortKey key : keys) {
      TypedExpression value = analyzer.decided(analyzer.analyze(key.value()));
      types.add(value);
      items.add(analyzer.sortItem(value, key));
    }
    return items;
  }

  private static void requireExtensible(
      String name, Analyzed base, Window.Specification node, boolean isOver) {
    if (!node.partitionBy().isEmpty()) {
      throw error("cannot override PARTITION BY clause of window \"%s\"", name, node.position());
    }
    if (!node.orderBy().isEmpty() && !base.specification().order().isEmpty()) {
      throw error("cannot override ORDER BY clause of window \"%s\"", name, node.position());
    }
    if (base.hasFrame()) {
      boolean isBare = isOver && node.orderBy().isEmpty() && node.frame() == null;
      String message = "cannot copy window \"%s\" because it has a frame clause".formatted(name);
      throw isBare
          ? ScopeErrors.withHint(
              ErrorCode.WINDOWING_ERROR,
              message,
              "Omit the parentheses in this OVER clause.",
              node.position())
          : ScopeErrors.at(ErrorCode.WINDOWING_ERROR, message, node.position());
    }
  }

  private static RuntimeException error(String message, String name, int position) {
    return ScopeErrors.at(ErrorCode.WINDOWING_ERROR, message.formatted(name), position);
  }
}
