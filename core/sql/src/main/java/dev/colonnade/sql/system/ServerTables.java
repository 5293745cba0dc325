package dev.colonnade.sql.system;

import dev.colonnade.advisory.AdvisoryLockMode;
import dev.colonnade.advisory.AdvisoryLockState;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.Setting;
import dev.colonnade.sql.setting.SettingKind;
import dev.colonnade.sql.system.SystemView.RowMaker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of {@code pg_catalog} about databases, roles and the server itself. */
final class ServerTables {
  /** The superuser that everything belongs to. */
  static final String OWNER_NAME = "postgres";

  private static final int UTF8 = 6;

  /** What {@code objsubid} says of an advisory lock on a number, and on two. */
  private static final int OF_ONE = 1;

  private static final int OF_PAIR = 2;

  /** Stands for every password where none is told. */
  private static final String HIDDEN = "********";

  private ServerTables() {}

  static Map<String, RowMaker> makers() {
    Map<String, RowMaker> makers = new HashMap<>();
    makers.put("pg_database", ServerTables::databases);
    makers.put("pg_roles", ServerTables::roles);
    makers.put("pg_authid", ServerTables::rolesWithVerifiers);
    makers.put("pg_user", ServerTables::users);
    makers.put("pg_shadow", ServerTables::users);
    makers.put("pg_settings", ServerTables::settings);
    makers.put("pg_stat_activity", ServerTables::activity);
    makers.put("pg_locks", ServerTables::locks);
    return makers;
  }

  private static void databases(SystemView view, SystemRows rows) {
    for (SystemObjects.Database database : view.objects().databases()) {
      rows.row()
          .set("oid", database.oid())
          .set("datname", database.name())
          .set("datdba", SystemOids.OWNER)
          .set("encoding", UTF8)
          .set("datlocprovider", "c")
          .set("datallowconn", true)
          .set("datconnlimit", -1)
          .set("dattablespace", SystemOids.TABLESPACE_DEFAULT)
          .set("datcollate", "C")
          .set("datctype", "C");
    }
  }

  private static void roles(SystemView view, SystemRows rows) {
    for (SystemObjects.Role role : view.objects().roles()) {
      role(rows, role, HIDDEN);
    }
  }

  /** Superusers see what passwords are checked against, which is what a dump of all keeps. */
  private static void rolesWithVerifiers(SystemView view, SystemRows rows) {
    String user = view.source().user();
    List<SystemObjects.Role> roles = view.objects().roles();
    boolean isSeen =
        roles.stream().anyMatch(role -> role.isSuperuser() && role.name().equals(user));
    for (SystemObjects.Role role : roles) {
      role(rows, role, isSeen ? role.verifier() : HIDDEN);
    }
  }

  private static void role(SystemRows rows, SystemObjects.Role role, @Nullable String password) {
    rows.row()
        .set("oid", role.oid())
        .set("rolname", role.name())
        .set("rolsuper", role.isSuperuser())
        .set("rolinherit", true)
        .set("rolcreaterole", role.isSuperuser())
        .set("rolcreatedb", role.isSuperuser())
        .set("rolcanlogin", role.canLogin())
        .set("rolreplication", role.isSuperuser())
        .set("rolbypassrls", role.isSuperuser())
        .set("rolconnlimit", -1)
        .set("rolpassword", password);
  }

  private static void users(SystemView view, SystemRows rows) {
    for (SystemObjects.Role role : view.objects().roles()) {
      if (role.canLogin()) {
        rows.row()
            .set("usename", role.name())
            .set("usesysid", role.oid())
            .set("usecreatedb", role.isSuperuser())
            .set("usesuper", role.isSuperuser())
            .set("userepl", role.isSuperuser())
            .set("usebypassrls", role.isSuperuser())
            .set("passwd", HIDDEN);
      }
    }
  }

  private static void settings(SystemView view, SystemRows rows) {
    for (Setting setting : SessionSettings.known()) {
      String value = view.source().settings().show(setting.name());
      rows.row()
          .set("name", setting.name())
          .set("setting", value)
          .set("category", "Session")
          .set("short_desc", setting.description())
          .set("context", setting.kind() instanceof SettingKind.Fixed ? "internal" : "user")
          .set("vartype", typeOf(setting.kind()))
          .set("source", value.equals(setting.initial()) ? "default" : "session")
          .set("boot_val", setting.initial())
          .set("reset_val", setting.initial())
          .set("pending_restart", false);
      limits(setting.kind(), rows);
    }
  }

  private static String typeOf(SettingKind kind) {
    return switch (kind) {
      case SettingKind.Text _, SettingKind.Fixed _, SettingKind.Zone _ -> "string";
      case SettingKind.DateForm _, SettingKind.Encoding _ -> "string";
      case SettingKind.Switch _ -> "bool";
      case SettingKind.Choice _ -> "enum";
      case SettingKind.Whole _, SettingKind.Duration _ -> "integer";
    };
  }

  private static void limits(SettingKind kind, SystemRows rows) {
    if (kind instanceof SettingKind.Choice(var words)) {
      rows.set("enumvals", words);
    } else if (kind instanceof SettingKind.Whole(long min, long max)) {
      rows.set("min_val", Long.toString(min)).set("max_val", Long.toString(max));
    } else if (kind instanceof SettingKind.Duration) {
      rows.set("unit", "ms");
    }
  }

  /** Advisory locks of all sessions; locks of rows and tables are not listed. */
  private static void locks(SystemView view, SystemRows rows) {
    for (AdvisoryLockState lock : view.source().advisoryLocks()) {
      long value = lock.key().value();
      rows.row()
          .set("locktype", "advisory")
          .set("database", view.objects().databaseOid(lock.key().databaseId()))
          .set("classid", value >>> Integer.SIZE)
          .set("objid", Integer.toUnsignedLong((int) value))
          .set("objsubid", lock.key().isPair() ? OF_PAIR : OF_ONE)
          .set("virtualtransaction", lock.sessionNumber() + "/0")
          .set("pid", lock.sessionNumber())
          .set("mode", lock.mode() == AdvisoryLockMode.SHARED ? "ShareLock" : "ExclusiveLock")
          .set("granted", lock.isHeld())
          .set("fastpath", false);
    }
  }

  /** The session that asks; of others nothing is known here. */
  private static void activity(SystemView view, SystemRows rows) {
    SystemSource source = view.source();
    rows.row()
        .set("datid", view.objects().databaseOid(view.database()))
        .set("datname", view.database())
        .set("pid", source.sessionNumber())
        .set("usesysid", view.objects().roleOid(source.user()))
        .set("usename", source.user())
        .set("application_name", source.settings().show("application_name"))
        .set("state", "active")
        .set("backend_type", "client backend");
  }
}
