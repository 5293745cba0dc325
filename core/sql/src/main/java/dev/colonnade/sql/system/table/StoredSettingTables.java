package dev.colonnade.sql.system.table;

import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SettingScope;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.object.SystemCatalogView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Row producer of {@code pg_db_role_setting}. */
final class StoredSettingTables {
  private StoredSettingTables() {}

  static void settings(SystemCatalogView view, SystemRows rows) {
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
  static @Nullable List<String> ofRole(SystemCatalogView view, String name) {
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
