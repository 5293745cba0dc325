package dev.colonnade.sql.statement.context;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.SessionInformation;
import dev.colonnade.sql.function.StatementStatisticsService;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.system.SystemOids;

/** The reset of the statistics of statements in one execution. */
record ResetStatementStatistics(Execution execution) implements StatementStatisticsService {
  /** Id of objects that do not exist, of which nothing is discarded. */
  private static final int NONE = Integer.MIN_VALUE;

  @Override
  public void reset(long roleOid, long databaseOid, long shapeId) {
    if (!execution.settings().isOn("is_superuser")) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE,
          "permission denied for function pg_stat_statements_reset");
    }
    SessionInformation session = execution.transaction().session();
    session
        .statementStatistics()
        .reset(
            roleOid == 0 ? null : Integer.valueOf(roleId(roleOid)),
            databaseOid == 0 ? null : Integer.valueOf(databaseId(databaseOid)),
            shapeId == 0 ? null : Long.valueOf(shapeId),
            session.clockMicros());
  }

  private int roleId(long oid) {
    return catalog().roles().stream()
        .filter(role -> SystemOids.role(role) == oid)
        .mapToInt(RoleEntry::id)
        .findFirst()
        .orElse(NONE);
  }

  private int databaseId(long oid) {
    return catalog().databases().stream()
        .filter(database -> SystemOids.database(database) == oid)
        .mapToInt(database -> database.id())
        .findFirst()
        .orElse(NONE);
  }

  private CatalogSnapshot catalog() {
    return execution.transaction().catalog();
  }
}
