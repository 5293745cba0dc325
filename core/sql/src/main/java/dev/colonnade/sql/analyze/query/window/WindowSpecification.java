package dev.colonnade.sql.analyze.query.window;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalOperator.Frame;
import dev.colonnade.sql.logical.SortItem;
import java.util.List;
import java.util.function.UnaryOperator;

/** Analyzed window. */
public record WindowSpecification(List<Expression> partition, List<SortItem> order, Frame frame) {
  public WindowSpecification {
    partition = List.copyOf(partition);
    order = List.copyOf(order);
    requireNonNull(frame, "frame is null");
  }

  /** Returns the window over other expressions. */
  public WindowSpecification with(UnaryOperator<Expression> change) {
    return new WindowSpecification(
        partition.stream().map(change).toList(),
        order.stream().map(item -> item.by(change.apply(item.expression()))).toList(),
        frame);
  }
}
