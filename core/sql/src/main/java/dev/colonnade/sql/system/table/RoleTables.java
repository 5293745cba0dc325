package dev.colonnade.sql.system.table;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SettingScope;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.object.SystemObjects;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Row producers of {@code pg_catalog}: roles, their memberships and their settings. */
final class RoleTables {
  /** Placeholder for hidden passwords. */
  private static final String HIDDEN = "********";

  private RoleTables() {}

  static Map<String, SystemRowProducer> producers() {
    Map<String, SystemRowProducer> producers = new HashMap<>();
    producers.put("pg_roles", RoleTables::roles);
    producers.put("pg_authid", RoleTables::rolesWithVerifiers);
    producers.put("pg_auth_members", RoleTables::memberships);
    producers.put("pg_db_role_setting", RoleTables::settings);
    producers.put("pg_user", RoleTables::users);
    producers.put("pg_shadow", RoleTables::usersWithVerifiers);
    return producers;
  }

  private static void memberships(SystemCatalogView view, SystemRows rows) {
    for (SystemObjects.Membership membership : view.objects().memberships()) {
      rows.row()
          .set("roleid", membership.roleOid())
          .set("member", membership.memberOid())
          .set("grantor", membership.grantorOid())
          .set("admin_option", membership.hasAdminOption());
    }
  }

  private static void roles(SystemCatalogView view, SystemRows rows) {
    for (SystemObjects.Role role : view.objects().roles()) {
      role(rows, role, HIDDEN);
      rows.set("rolconfig", settingsOf(view, role.name()));
    }
  }

  /** Adds the roles; superusers see the password verifiers, which pg_dumpall saves. */
  private static void rolesWithVerifiers(SystemCatalogView view, SystemRows rows) {
    boolean isVisible = isSuperuser(view);
    for (SystemObjects.Role role : view.objects().roles()) {
      role(rows, role, isVisible ? role.verifier() : HIDDEN);
    }
  }

  private static boolean isSuperuser(SystemCatalogView view) {
    return view.objects().privileges().user().hasRole(BuiltIns.READ_ALL_DATA_ID);
  }

  private static void role(SystemRows rows, SystemObjects.Role role, @Nullable String password) {
    rows.row()
        .set("oid", role.oid())
        .set("rolname", role.name())
        .set("rolsuper", role.isSuperuser())
        .set("rolinherit", role.options().inherits())
        .set("rolcreaterole", role.options().createsRoles())
        .set("rolcreatedb", role.options().createsDatabases())
        .set("rolcanlogin", role.canLogin())
        .set("rolreplication", role.options().replicates())
        .set("rolbypassrls", role.options().bypassesRowSecurity())
        .set("rolconnlimit", role.options().connectionLimit())
        .set("rolvaliduntil", role.options().validUntilMicros())
        .set("rolpassword", password);
  }

  private static void users(SystemCatalogView view, SystemRows rows) {
    users(view, rows, false);
  }

  private static void usersWithVerifiers(SystemCatalogView view, SystemRows rows) {
    users(view, rows, isSuperuser(view));
  }

  private static void users(SystemCatalogView view, SystemRows rows, boolean showsVerifiers) {
    for (SystemObjects.Role role : view.objects().roles()) {
      if (role.canLogin()) {
        rows.row()
            .set("usename", role.name())
            .set("usesysid", role.oid())
            .set("usecreatedb", role.options().createsDatabases())
            .set("usesuper", role.isSuperuser())
            .set("userepl", role.options().replicates())
            .set("usebypassrls", role.options().bypassesRowSecurity())
            .set("valuntil", role.options().validUntilMicros())
            .set("passwd", showsVerifiers ? role.verifier() : HIDDEN)
            .set("useconfig", settingsOf(view, role.name()));
      }
    }
  }

  private static void settings(SystemCatalogView view, SystemRows rows) {
    view.objects()
        .catalog()
        .settings()
        .forEach(
            (scope, settings) ->
                rows.row()
                    .set("setdatabase", view.objects().databaseOid(scope.databaseId()))
                    .set("setrole", roleOid(view, scope.roleId()))
                    .set("setconfig", texts(settings)));
  }

  private static long roleOid(SystemCatalogView view, int roleId) {
    return roleId == SettingScope.ANY ? 0 : view.objects().privileges().roleOid(roleId);
  }

  /** Returns the settings of a role in all databases as name=value; null if there are none. */
  private static @Nullable List<String> settingsOf(SystemCatalogView view, String name) {
    RoleEntry role = view.objects().catalog().findRole(name);
    Map<String, String> settings =
        role == null
            ? null
            : view.objects()
                .catalog()
                .settings()
                .get(new SettingScope(SettingScope.ANY, role.id()));
    return settings == null ? null : texts(settings);
  }

  private static List<String> texts(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .toList();
  }
}
