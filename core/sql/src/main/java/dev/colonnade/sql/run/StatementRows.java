package dev.colonnade.sql.run;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.MaterializedCteService;
import dev.colonnade.sql.function.StatementService;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.table.SystemTableScan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that a statement provides: those of system tables, and those kept under names of WITH. */
final class StatementRows {
  private final StatementServices services;

  StatementRows(StatementServices services) {
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

  /** Returns the rows that are kept under a name of WITH. */
  List<@Nullable Object[]> named(String name) {
    StatementService found = services.find(MaterializedCteService.class.getName());
    if (!(found instanceof MaterializedCteService names)) {
      throw new IllegalStateException("statement keeps no rows: name=" + name);
    }
    return names.rows(name);
  }
}
