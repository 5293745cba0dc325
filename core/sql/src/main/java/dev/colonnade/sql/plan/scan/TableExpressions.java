package dev.colonnade.sql.plan.scan;

import dev.colonnade.catalog.relation.Table;
import org.apache.calcite.rex.RexNode;

/** Plans expressions over the columns of a table, as they are written in the catalogue. */
@FunctionalInterface
public interface TableExpressions {
  /** The expression, lowered; it refers to columns by their positions in the table's schema. */
  RexNode planned(Table table, String expression);
}
