package dev.colonnade.sql.system.table;

import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.Acl;
import dev.colonnade.catalog.privilege.AclItem;
import dev.colonnade.catalog.privilege.DefaultAclKey;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.object.ObjectPrivileges;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.object.SystemRelation;
import dev.colonnade.sql.system.object.SystemRelation.Attribute;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Row producers of privileges: those of {@code information_schema}, default privileges, and the
 * policies of row-level security.
 */
final class PrivilegeTables {
  private static final String YES = "YES";
  private static final String NO = "NO";

  private PrivilegeTables() {}

  static Map<String, SystemRowProducer> producers() {
    Map<String, SystemRowProducer> producers = new HashMap<>();
    producers.put("table_privileges", (view, rows) -> tables(view, rows, true));
    producers.put("role_table_grants", (view, rows) -> tables(view, rows, false));
    producers.put("column_privileges", PrivilegeTables::columns);
    return producers;
  }

  /** Returns the producers of the policies of row-level security. */
  static Map<String, SystemRowProducer> producersOfPolicies() {
    return Map.of(
        "pg_policy", PrivilegeTables::policies, "pg_policies", PrivilegeTables::shownPolicies);
  }

  private static boolean isTableOrView(SystemRelation relation) {
    return !relation.isSystem()
        && (relation.kind() == SystemRelation.TABLE || relation.kind() == SystemRelation.VIEW);
  }

  private static void tables(SystemCatalogView view, SystemRows rows, boolean withPublic) {
    ObjectPrivileges privileges = view.objects().privileges();
    for (SystemRelation relation : view.objects().relations()) {
      if (!isTableOrView(relation)) {
        continue;
      }
      Acl acl = privileges.effective(relation);
      for (AclItem item : acl.items()) {
        if (!isVisible(item, privileges.user(), withPublic)) {
          continue;
        }
        for (Privilege privilege : Privilege.of(item.privileges())) {
          rows.row()
              .set("grantor", privileges.roleName(item.grantorId()))
              .set("grantee", grantee(item, privileges))
              .set("table_catalog", view.database())
              .set("table_schema", relation.schema().name())
              .set("table_name", relation.name())
              .set("privilege_type", privilege.word())
              .set("is_grantable", isGrantable(acl, item, privilege) ? YES : NO)
              .set("with_hierarchy", privilege == Privilege.SELECT ? YES : NO);
        }
      }
    }
  }

  private static void columns(SystemCatalogView view, SystemRows rows) {
    ObjectPrivileges privileges = view.objects().privileges();
    for (SystemRelation relation : view.objects().relations()) {
      if (!isTableOrView(relation)) {
        continue;
      }
      for (Attribute attribute : relation.attributes()) {
        column(view, relation, attribute, privileges.effective(relation), rows);
        column(view, relation, attribute, privileges.effective(relation, attribute.number()), rows);
      }
    }
  }

  private static void column(
      SystemCatalogView view,
      SystemRelation relation,
      Attribute attribute,
      Acl acl,
      SystemRows rows) {
    ObjectPrivileges privileges = view.objects().privileges();
    for (AclItem item : acl.items()) {
      if (!isVisible(item, privileges.user(), true)) {
        continue;
      }
      for (Privilege privilege : Privilege.of(item.privileges() & SecuredKind.COLUMN.all())) {
        rows.row()
            .set("grantor", privileges.roleName(item.grantorId()))
            .set("grantee", grantee(item, privileges))
            .set("table_catalog", view.database())
            .set("table_schema", relation.schema().name())
            .set("table_name", relation.name())
            .set("column_name", attribute.name())
            .set("privilege_type", privilege.word())
            .set("is_grantable", isGrantable(acl, item, privilege) ? YES : NO);
      }
    }
  }

  /** Returns whether the user is the grantor or grantee of an item, or it is for all roles. */
  private static boolean isVisible(AclItem item, RolePrivileges user, boolean withPublic) {
    return item.granteeId() == AclItem.PUBLIC
        ? withPublic || user.hasRole(item.grantorId())
        : user.hasRole(item.granteeId()) || user.hasRole(item.grantorId());
  }

  private static String grantee(AclItem item, ObjectPrivileges privileges) {
    return item.granteeId() == AclItem.PUBLIC ? "PUBLIC" : privileges.roleName(item.granteeId());
  }

  /** The owner, who grants by default, may grant its own privileges. */
  private static boolean isGrantable(Acl acl, AclItem item, Privilege privilege) {
    return (item.options() & privilege.bit()) != 0
        || (item.granteeId() == item.grantorId() && acl.items().contains(item));
  }

  static void defaults(SystemCatalogView view, SystemRows rows) {
    ObjectPrivileges privileges = view.objects().privileges();
    long oid = 0;
    for (Map.Entry<DefaultAclKey, Acl> entry : view.objects().catalog().defaultAcls().entrySet()) {
      DefaultAclKey key = entry.getKey();
      SchemaEntry schema = view.objects().catalog().findSchema(key.scopeId());
      if (!isHere(key, schema, view.source().scope().database().id())) {
        continue;
      }
      rows.row()
          .set("oid", SystemOids.part(key.roleId(), (int) ++oid))
          .set("defaclrole", privileges.roleOid(key.roleId()))
          .set("defaclnamespace", schema == null ? 0 : SystemOids.schema(schema))
          .set("defaclobjtype", String.valueOf(key.kind().code()))
          .set("defaclacl", entry.getValue().texts(privileges::roleName));
    }
  }

  private static boolean isHere(DefaultAclKey key, @Nullable SchemaEntry schema, int databaseId) {
    return key.scopeId() == DefaultAclKey.ALL_DATABASES
        || (schema == null ? key.scopeId() : schema.databaseId()) == databaseId;
  }

  private static List<RowPolicy> policiesOf(SystemCatalogView view, SystemRelation relation) {
    return view.objects().privileges().rowSecurity(relation).policies().stream()
        .sorted(Comparator.comparing(RowPolicy::name))
        .toList();
  }

  private static void policies(SystemCatalogView view, SystemRows rows) {
    ObjectPrivileges names = view.objects().privileges();
    for (SystemRelation relation : view.objects().relations()) {
      for (RowPolicy policy : policiesOf(view, relation)) {
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

  private static void shownPolicies(SystemCatalogView view, SystemRows rows) {
    ObjectPrivileges names = view.objects().privileges();
    for (SystemRelation relation : view.objects().relations()) {
      for (RowPolicy policy : policiesOf(view, relation)) {
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
