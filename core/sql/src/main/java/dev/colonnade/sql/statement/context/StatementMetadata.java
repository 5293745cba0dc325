package dev.colonnade.sql.statement.context;

import dev.colonnade.advisory.AdvisoryLockState;
import dev.colonnade.archive.ArchiveStatus;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.mvcc.lock.LockSnapshot;
import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sql.access.PreparedStatementDescription;
import dev.colonnade.sql.access.TableMetrics;
import dev.colonnade.sql.access.TableMetrics.AnalyzeActivity;
import dev.colonnade.sql.activity.SessionActivity;
import dev.colonnade.sql.activity.StatementStatistics;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.analyze.view.ViewQueries;
import dev.colonnade.sql.deparse.StoredExpressions;
import dev.colonnade.sql.deparse.StoredQueries;
import dev.colonnade.sql.function.AdvisoryLockService;
import dev.colonnade.sql.function.ClusterService;
import dev.colonnade.sql.function.CursorService;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.LockWaitService;
import dev.colonnade.sql.function.NotificationService;
import dev.colonnade.sql.function.SequenceService;
import dev.colonnade.sql.function.StatementService;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.function.StatementStatisticsService;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.SettingValue;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.system.object.SnapshotCatalogService;
import dev.colonnade.sql.system.object.SystemCatalogSource;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.statistics.TableStatistics;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Metadata for the functions and the system tables of one execution. One thread. */
final class StatementMetadata implements StatementServices, SystemCatalogSource {
  private static final SettingValue<Boolean> USES_INDEXES = SettingValue.isOn("enable_indexscan");

  private final Execution execution;
  private @Nullable StatementSequenceService sequences;
  private @Nullable SystemCatalogView view;
  private @Nullable SnapshotCatalogService answers;

  StatementMetadata(Execution execution) {
    this.execution = execution;
  }

  @Override
  public @Nullable StatementService find(String interfaceName) {
    if (interfaceName.equals(SequenceService.class.getName())) {
      if (sequences == null) {
        sequences = new StatementSequenceService(execution.transaction(), execution.settings());
      }
      return sequences;
    }
    if (interfaceName.equals(FunctionContext.class.getName())) {
      return new StatementFunctions(execution);
    }
    if (interfaceName.equals(AdvisoryLockService.class.getName())) {
      return new StatementAdvisoryLockService(execution);
    }
    if (interfaceName.equals(LockWaitService.class.getName())) {
      return new StatementLockWaits(execution);
    }
    if (interfaceName.equals(StatementStatisticsService.class.getName())) {
      return new ResetStatementStatistics(execution);
    }
    if (interfaceName.equals(ClusterService.class.getName())) {
      return new StatementClusterService(execution);
    }
    if (interfaceName.equals(NotificationService.class.getName())) {
      return new StatementNotificationService(execution);
    }
    if (interfaceName.equals(CursorService.class.getName())) {
      return execution.transaction().session().cursors();
    }
    if (!interfaceName.startsWith(StatementService.class.getPackageName())
        && !interfaceName.equals(SystemCatalogView.class.getName())) {
      return null;
    }
    if (view == null) {
      view = new SystemCatalogView(this);
      answers = new SnapshotCatalogService(view);
    }
    if (interfaceName.equals(SystemCatalogView.class.getName())) {
      return view;
    }
    return SnapshotCatalogService.implementsService(interfaceName) ? answers : null;
  }

  @Override
  public NameScope scope() {
    return execution.transaction().names();
  }

  @Override
  public boolean usesIndexes() {
    return execution.settings().get(USES_INDEXES);
  }

  @Override
  public long rowCount(Table table) {
    return execution.transaction().tables().rowCount(table);
  }

  @Override
  public AnalyzeActivity analyses(Table table) {
    return execution.transaction().tables().analyses(table);
  }

  @Override
  public @Nullable TableStatistics statistics(Table table) {
    return execution.transaction().tables().statistics(table);
  }

  @Override
  public long sizeBytes(Table table) {
    return execution.transaction().tables().sizeBytes(table);
  }

  @Override
  public List<TableMetrics.RangeMetrics> ranges(Table table) {
    return execution.transaction().tables().ranges(table);
  }

  @Override
  public SequenceDescription sequence(long sequenceId) {
    return execution.transaction().sequences().describe(sequenceId);
  }

  @Override
  public @Nullable String expression(String text, Table table, boolean pretty) {
    return StoredExpressions.print(text, table, analysis(), pretty);
  }

  @Override
  public String query(View view, boolean pretty) {
    return StoredQueries.print(view, analysis(), pretty);
  }

  @Override
  public List<ViewColumn> columns(View view) {
    try {
      return ViewQueries.columns(view, analysis()).stream()
          .map(column -> new ViewColumn(column.type().type().oid(), column.type().modifier()))
          .toList();
    } catch (ColonnadeException e) {
      return List.of(); // its query has no meaning any more
    }
  }

  @Override
  public Set<String> updatableColumns(View view) {
    return ViewQueries.updatableColumns(view, analysis());
  }

  private StatementAnalysis analysis() {
    return new StatementAnalysis(
            Registry.ofSystem().with(new CatalogTypes(scope())), scope(), ParameterTypes.none())
        .printing(this);
  }

  @Override
  public int sessionNumber() {
    return execution.transaction().session().number();
  }

  @Override
  public List<CursorService.Description> cursors() {
    return execution.transaction().session().cursors().descriptions();
  }

  @Override
  public List<PreparedStatementDescription> preparedStatements() {
    return execution.transaction().session().preparedStatements();
  }

  @Override
  public List<SessionActivity> activities() {
    return execution.transaction().session().activities();
  }

  @Override
  public StatementStatistics statementStatistics() {
    return execution.transaction().session().statementStatistics();
  }

  @Override
  public Set<AdvisoryLockState> advisoryLocks() {
    return execution.transaction().session().advisoryLocks().states();
  }

  @Override
  public LockSnapshot transactionLocks() {
    return execution.transaction().session().transactionLocks();
  }

  @Override
  public @Nullable ArchiveStatus archiveStatus() {
    return execution.transaction().session().archiveStatus();
  }

  @Override
  public String user() {
    return execution.settings().currentUser();
  }

  @Override
  public String sessionUser() {
    return execution.settings().sessionUser();
  }

  @Override
  public SessionSettings settings() {
    return execution.settings();
  }

  @Override
  public String set(String name, String value, boolean isLocal) {
    if (SessionRoles.define(name)) {
      new SessionRoles(execution.transaction().catalog(), execution.settings())
          .set(name, value, isLocal);
    } else if (isLocal) {
      execution.settings().setLocal(name, value);
    } else {
      execution.settings().set(name, value);
    }
    return execution.settings().show(name);
  }
}
