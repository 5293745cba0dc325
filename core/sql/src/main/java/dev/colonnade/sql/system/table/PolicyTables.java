package dev.colonnade.sql.system.table;

import dev.colonnade.catalog.privilege.AclItem;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.object.ObjectPrivileges;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.object.SystemRelation;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Row producers of {@code pg_policy} and {@code pg_policies}. */
final class PolicyTables {
  private PolicyTables() {}

  static Map<String, SystemRowProducer> producers() {
    Map<String, SystemRowProducer> producers = new HashMap<>();
    producers.put("pg_policy", PolicyTables::stored);
    producers.put("pg_policies", PolicyTables::shown);
    return producers;
  }

  private static List<RowPolicy> policies(SystemCatalogView view, SystemRelation relation) {
    return view.objects().privileges().rowSecurity(relation).policies().stream()
        .sorted(Comparator.comparing(RowPolicy::name))
        .toList();
  }

  private static void stored(SystemCatalogView view, SystemRows rows) {
    ObjectPrivileges names = view.objects().privileges();
    for (SystemRelation relation : view.objects().relations()) {
      for (RowPolicy policy : policies(view, relation)) {
        rows.row()
            .set("oid", SystemOids.part(SystemOids.idOf(relation.oid()), policy.id()))
            .set("polname", policy.name())
            .set("polrelid", relation.oid())
            .set("polcmd", String.valueOf(policy.command().code()))
            .set("polpermissive", policy.isPermissive())
            .set("polroles", policy.roleIds().stream().map(names::roleOid).toList())
            .set("polqual", policy.using())
            .set("polwithcheck", policy.check());
      }
    }
  }

  private static void shown(SystemCatalogView view, SystemRows rows) {
    ObjectPrivileges names = view.objects().privileges();
    for (SystemRelation relation : view.objects().relations()) {
      for (RowPolicy policy : policies(view, relation)) {
        rows.row()
            .set("schemaname", relation.schema().name())
            .set("tablename", relation.name())
            .set("policyname", policy.name())
            .set("permissive", policy.isPermissive() ? "PERMISSIVE" : "RESTRICTIVE")
            .set(
                "roles",
                policy.roleIds().stream()
                    .map(id -> id == AclItem.PUBLIC ? "public" : names.roleName(id))
                    .toList())
            .set("cmd", policy.command().name())
            .set("qual", text(view, policy.using(), relation))
            .set("with_check", text(view, policy.check(), relation));
      }
    }
  }

  private static @Nullable String text(
      SystemCatalogView view, @Nullable String stored, SystemRelation relation) {
    return stored == null ? null : view.expression(stored, relation, false);
  }
}
