package dev.colonnade.sql.statement;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import dev.colonnade.sql.function.StatementService;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.schema.SnapshotReader;
import dev.colonnade.sql.system.SystemSource;
import dev.colonnade.sql.system.SystemView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the functions and the system's tables of one execution are told. One thread. */
final class StatementFacts implements StatementServices, SystemSource {
  private final Execution execution;
  private @Nullable SystemView view;

  StatementFacts(Execution execution) {
    this.execution = execution;
  }

  @Override
  public @Nullable StatementService find(String interfaceName) {
    if (view == null) {
      view = new SystemView(this);
    }
    return view;
  }

  @Override
  public CatalogSnapshot catalog() {
    return execution.transaction().catalog();
  }

  @Override
  public long rowCount(Table table) {
    return execution.transaction().rowCount(table);
  }

  @Override
  public long sizeBytes(Table table) {
    return 0;
  }

  @Override
  public String user() {
    return "postgres";
  }

  @Override
  public String database() {
    return "colonnade";
  }

  @Override
  public List<String> searchPath() {
    return List.of(SnapshotReader.DEFAULT_SCHEMA);
  }

  @Override
  public Map<String, String> settings() {
    return execution.settings().all();
  }
}
