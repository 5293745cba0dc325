package dev.colonnade.sql.plan.scan;

import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/**
 * Recognizes the expressions of an index in conditions on rows of its table. They follow the
 * columns of the table, as further columns.
 */
final class IndexedExpressions {
  private final int tableWidth;
  private final List<String> texts = new ArrayList<>();

  IndexedExpressions(Table table, TableIndex index, TableExpressions expressions) {
    this.tableWidth = table.schema().columns().size();
    for (IndexExpression expression : index.descriptor().definition().expressions()) {
      texts.add(expressions.planned(table, expression.text()).toString());
    }
  }

  /**
   * Returns the conditions on expressions of the index, with columns in place of the expressions.
   */
  List<RexNode> among(List<RexNode> conditions, FilterTemplate template) {
    List<RexNode> found = new ArrayList<>();
    for (RexNode condition : conditions) {
      RexNode replaced = replaced(condition);
      boolean asksForOne = RelOptUtil.InputFinder.bits(replaced).length() > tableWidth;
      if (asksForOne && template.accepts(replaced)) {
        found.add(replaced);
      }
    }
    return found;
  }

  /** The same with columns in the place of expressions. */
  RexNode replaced(RexNode node) {
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            int place = texts.indexOf(call.toString());
            return place < 0
                ? super.visitCall(call)
                : new RexInputRef(tableWidth + place, call.getType());
          }
        });
  }
}
