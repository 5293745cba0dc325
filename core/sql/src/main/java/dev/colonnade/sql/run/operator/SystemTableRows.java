package dev.colonnade.sql.run.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.StatementService;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.table.SystemTableScan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of system tables. */
final class SystemTableRows {
  private final StatementServices services;

  SystemTableRows(StatementServices services) {
    this.services = requireNonNull(services, "services is null");
  }

  /** Returns the rows of a system table. */
  List<@Nullable Object[]> of(SystemTable table) {
    StatementService found = services.find(SystemCatalogView.class.getName());
    if (!(found instanceof SystemCatalogView view)) {
      throw new IllegalStateException("statement has no catalog: table=" + table);
    }
    return SystemTableScan.rows(view, table);
  }
}
