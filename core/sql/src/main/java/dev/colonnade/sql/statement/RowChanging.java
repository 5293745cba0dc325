package dev.colonnade.sql.statement;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.access.row.RowChange;
import java.util.List;

/**
 * A statement that finds out which rows it changes, and then writes them: so that several of them
 * can find out before any of them writes.
 */
interface RowChanging extends PreparedStatement {
  /** Changes of one execution, and the rows that it returns. */
  record Changes(String command, Table table, List<RowChange> rows, ReturnedRows returned) {
    /** Writes the rows. */
    StatementResult write(Execution execution) {
      return returned.outcome(command, execution.transaction().writes().write(table, rows));
    }
  }

  /** Finds out what is to be written, and writes nothing. */
  Changes changes(Execution execution);

  /** Returns whether writing a row of a table needs no evaluation of expressions. */
  static boolean isPlain(Table table) {
    if (!table.descriptor().constraints().checks().isEmpty()) {
      return false;
    }
    for (TableIndex index : table.indexes()) {
      var definition = index.descriptor().definition();
      if (definition.predicate() != null || !definition.expressions().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  @Override
  default boolean isCacheable() {
    return true;
  }

  @Override
  default Effect effect() {
    return Effect.WRITES;
  }

  @Override
  default StatementResult run(Execution execution) {
    return changes(execution).write(execution);
  }
}
