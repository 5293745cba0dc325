package dev.colonnade.sql.analyze.query.select;

import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.List;

/** Analysis of a select list. */
final class SelectItems {
  private final SelectContext context;
  private final TargetList targets;
  private final ResultNames names;

  SelectItems(SelectContext context, TargetList targets) {
    this.context = context;
    this.targets = targets;
    this.names = new ResultNames(context::firstColumn);
  }

  /** Adds the columns of a list. */
  void analyze(List<Query.Item> items) {
    ExpressionAnalyzer expressions = context.expressions(ClauseKind.SELECT);
    for (Query.Item item : items) {
      switch (item.value()) {
        case Reference.Star star ->
            context
                .scope()
                .star(star)
                .forEach(
                    column ->
                        targets.add(
                            new Target(column.name(), column.value(), column.origin(), false)));
        case Reference.AllFields fields -> expressions.allFields(fields).forEach(this::add);
        default -> {
          int readCount = expressions.namedColumnCount();
          TypedExpression value = expressions.analyze(item.value());
          context.setNamed(targets.size(), expressions.namedColumns(readCount));
          single(item, value);
        }
      }
    }
  }

  private void single(Query.Item item, TypedExpression value) {
    String alias = item.alias();
    String name = alias == null ? names.of(item.value()) : alias;
    NameUses uses = context.scope().uses();
    if (uses != null && alias == null) {
      if (item.value() instanceof Reference.Column column) {
        uses.addPlainItem(column.position());
      } else {
        uses.addItemName(item.value().position(), name);
      }
    }
    Origin origin =
        item.value() instanceof Reference.Column && value.expression() instanceof Variable variable
            ? context.scope().originOf(variable)
            : Origin.NONE;
    targets.add(new Target(name, value, origin, false));
  }

  private void add(NamedColumn column) {
    targets.add(new Target(column.name(), column.value(), column.origin(), false));
  }
}
