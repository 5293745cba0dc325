package dev.colonnade.sql.system.table;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.sql.access.PreparedStatementDescription;
import dev.colonnade.sql.activity.ActivityState;
import dev.colonnade.sql.activity.SessionActivity;
import dev.colonnade.sql.function.CursorService;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.Setting;
import dev.colonnade.sql.setting.SettingKind;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.object.SystemCatalogSource;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.object.SystemObjects;
import java.util.HashMap;
import java.util.Map;

/** Row producers of {@code pg_catalog}: databases, settings and sessions. */
final class ServerTables {
  private static final int UTF8 = 6;

  private ServerTables() {}

  static Map<String, SystemRowProducer> producers() {
    Map<String, SystemRowProducer> producers = new HashMap<>(RoleTables.producers());
    producers.put("pg_database", ServerTables::databases);
    producers.put("pg_default_acl", PrivilegeTables::defaults);
    producers.put("pg_settings", ServerTables::settings);
    producers.put("pg_prepared_statements", ServerTables::preparedStatements);
    producers.put("pg_cursors", ServerTables::cursors);
    producers.put("pg_stat_activity", ServerTables::activity);
    producers.put("pg_locks", LockTables::locks);
    return producers;
  }

  private static void databases(SystemCatalogView view, SystemRows rows) {
    for (SystemObjects.Database database : view.objects().databases()) {
      rows.row()
          .set("oid", database.oid())
          .set("datname", database.name())
          .set("datdba", view.objects().privileges().ownerOid(database.id()))
          .set("datacl", view.objects().privileges().aclOf(database.id()))
          .set("encoding", UTF8)
          .set("datlocprovider", "c")
          .set("datallowconn", true)
          .set("datconnlimit", -1)
          .set("dattablespace", SystemOids.TABLESPACE_DEFAULT)
          .set("datcollate", "C")
          .set("datctype", "C");
    }
  }

  private static void settings(SystemCatalogView view, SystemRows rows) {
    for (Setting setting : SessionSettings.definitions()) {
      String value = view.source().settings().show(setting.name());
      rows.row()
          .set("name", setting.name())
          .set("setting", value)
          .set("category", "Session")
          .set("short_desc", setting.description())
          .set("context", contextOf(setting))
          .set("vartype", typeOf(setting.kind()))
          .set("source", value.equals(setting.initial()) ? "default" : "session")
          .set("boot_val", setting.initial())
          .set("reset_val", setting.initial())
          .set("pending_restart", false);
      limits(setting.kind(), rows);
    }
  }

  private static String contextOf(Setting setting) {
    if (setting.kind() instanceof SettingKind.Fixed) {
      return "internal";
    }
    return SessionSettings.isForSuperusers(setting.name()) ? "superuser" : "user";
  }

  private static String typeOf(SettingKind kind) {
    return switch (kind) {
      case SettingKind.Text _, SettingKind.Fixed _, SettingKind.Zone _ -> "string";
      case SettingKind.DateForm _, SettingKind.Encoding _ -> "string";
      case SettingKind.Switch _, SettingKind.AlwaysOn _ -> "bool";
      case SettingKind.Choice _ -> "enum";
      case SettingKind.Whole _, SettingKind.Memory _ -> "integer";
      case SettingKind.Duration _, SettingKind.Threshold _ -> "integer";
    };
  }

  private static void limits(SettingKind kind, SystemRows rows) {
    if (kind instanceof SettingKind.Choice(var words)) {
      rows.set("enumvals", words);
    } else if (kind instanceof SettingKind.Whole(long min, long max)) {
      rows.set("min_val", Long.toString(min)).set("max_val", Long.toString(max));
    } else if (kind instanceof SettingKind.Memory(long min, long max)) {
      rows.set("unit", "kB");
      rows.set("min_val", Long.toString(min)).set("max_val", Long.toString(max));
    } else if (kind instanceof SettingKind.Duration || kind instanceof SettingKind.Threshold) {
      rows.set("unit", "ms");
    }
  }

  /** Adds the prepared statements of the session, whose plans depend on no values. */
  private static void preparedStatements(SystemCatalogView view, SystemRows rows) {
    for (PreparedStatementDescription statement : view.source().preparedStatements()) {
      rows.row()
          .set("name", statement.name())
          .set("statement", statement.query())
          .set("prepare_time", statement.preparedMicros())
          .set("parameter_types", statement.parameterTypes())
          .set("from_sql", statement.isFromSql())
          .set("generic_plans", statement.executionCount())
          .set("custom_plans", 0);
    }
  }

  /** Adds the declared cursors of the session. */
  private static void cursors(SystemCatalogView view, SystemRows rows) {
    for (CursorService.Description cursor : view.source().cursors()) {
      rows.row()
          .set("name", cursor.name())
          .set("statement", cursor.statement())
          .set("is_holdable", cursor.isHoldable())
          .set("is_binary", cursor.isBinary())
          .set("is_scrollable", cursor.isScrollable())
          .set("creation_time", cursor.createdMicros());
    }
  }

  /** Adds the sessions of all databases. */
  private static void activity(SystemCatalogView view, SystemRows rows) {
    SystemCatalogSource source = view.source();
    Map<Integer, String> waits = LockTables.waits(view);
    for (SessionActivity activity : source.activities()) {
      boolean isOwn = activity.number() == source.sessionNumber();
      String user = isOwn ? source.user() : activity.user();
      String application =
          isOwn ? source.settings().show("application_name") : activity.applicationName();
      rows.row()
          .set("datid", view.objects().databaseOid(activity.databaseId()))
          .set("datname", view.objects().databaseName(activity.databaseId()))
          .set("pid", activity.number())
          .set("usesysid", view.objects().roleOid(user))
          .set("usename", user)
          .set("application_name", application)
          .set("backend_start", activity.startMicros())
          .set("backend_type", "client backend");
      if (isOwn || mayInspect(view, user)) {
        state(activity.snapshot(), isOwn, rows);
        String wait = waits.get(activity.number());
        if (wait != null) {
          rows.set("wait_event_type", "Lock").set("wait_event", wait);
        }
      } else {
        rows.set("query", "<insufficient privilege>")
            .set("application_name", null)
            .set("backend_start", null)
            .set("backend_type", null);
      }
    }
  }

  /** Returns whether the current user may see what the sessions of another user do. */
  static boolean mayInspect(SystemCatalogView view, String user) {
    RolePrivileges current = view.objects().privileges().user();
    RoleEntry other = view.objects().catalog().findRole(user);
    return current.hasRole(BuiltIns.READ_ALL_STATS_ID)
        || (other != null && current.hasRole(other.id()));
  }

  private static void state(SessionActivity.Snapshot snapshot, boolean isOwn, SystemRows rows) {
    ActivityState state = isOwn ? ActivityState.ACTIVE : snapshot.state();
    boolean isWaiting = state != null && state != ActivityState.ACTIVE;
    rows.set("state", state == null ? null : state.label())
        .set("query", snapshot.query())
        .set("xact_start", snapshot.transactionStartMicros())
        .set("query_start", snapshot.queryStartMicros())
        .set("state_change", snapshot.changeMicros())
        .set("wait_event_type", isWaiting ? "Client" : null)
        .set("wait_event", isWaiting ? "ClientRead" : null);
  }
}
