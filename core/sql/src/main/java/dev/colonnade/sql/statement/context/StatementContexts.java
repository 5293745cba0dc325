package dev.colonnade.sql.statement.context;

import dev.colonnade.sql.run.context.QueryParameters;
import dev.colonnade.sql.run.context.StatementContext;
import dev.colonnade.sql.run.context.StatementParameters;
import dev.colonnade.sql.setting.SettingSource;
import dev.colonnade.sql.setting.SettingValue;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.system.object.SnapshotCatalogService;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Contexts of the executions of plans. */
public final class StatementContexts {
  private static final SettingValue<StatementContext.Limits> LIMITS =
      SettingValue.of(StatementContexts::limits);

  private StatementContexts() {}

  /**
   * Returns the context of an execution.
   *
   * @param parameterCount number of the statement's parameters; WRONG_PARAMETERS if the client gave
   *     another number
   */
  public static StatementContext of(Execution execution, int parameterCount) {
    List<@Nullable Object> given = execution.parameters();
    if (given.size() != parameterCount) {
      throw QueryParameters.wrongCount(parameterCount, given.size());
    }
    StatementMetadata metadata = new StatementMetadata(execution);
    return new StatementContext(
        execution.transaction(),
        new StatementParameters(
            given,
            (kind, name) -> oidOf(metadata, kind, name),
            () -> new StatementFunctions(execution).input()),
        execution.cancellation(),
        metadata,
        execution.resources(),
        execution.settings().get(LIMITS));
  }

  private static long oidOf(StatementMetadata metadata, TypeKind kind, String name) {
    return new SnapshotCatalogService(new SystemCatalogView(metadata)).oidOf(kind, name);
  }

  /** Returns the limits of memory and of temporary files that the settings of a session set. */
  private static StatementContext.Limits limits(SettingSource settings) {
    return new StatementContext.Limits(
        settings.bytes("work_mem"),
        settings.bytes("temp_file_limit"),
        Integer.parseInt(settings.show("max_parallel_workers_per_gather")),
        settings.bytes("min_parallel_table_scan_size"));
  }
}
