package dev.colonnade.sql.function.operator;

import dev.colonnade.sql.function.CatalogService;
import dev.colonnade.sql.function.PrivilegeQuery;
import dev.colonnade.sql.function.PrivilegeQuery.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions about privileges. The user of a function is its first argument, or the current user if
 * there is one argument less.
 */
public final class PrivilegeFunctions {
  private PrivilegeFunctions() {}

  public static @Nullable Boolean ofTable(
      CatalogService catalog, String first, @Nullable String second, @Nullable String third) {
    return catalog.hasPrivilege(PrivilegeQuery.of(Kind.TABLE, first, second, third));
  }

  public static @Nullable Boolean ofAnyColumn(
      CatalogService catalog, String first, @Nullable String second, @Nullable String third) {
    return catalog.hasPrivilege(PrivilegeQuery.of(Kind.ANY_COLUMN, first, second, third));
  }

  public static @Nullable Boolean ofSequence(
      CatalogService catalog, String first, @Nullable String second, @Nullable String third) {
    return catalog.hasPrivilege(PrivilegeQuery.of(Kind.SEQUENCE, first, second, third));
  }

  public static @Nullable Boolean ofSchema(
      CatalogService catalog, String first, @Nullable String second, @Nullable String third) {
    return catalog.hasPrivilege(PrivilegeQuery.of(Kind.SCHEMA, first, second, third));
  }

  public static @Nullable Boolean ofDatabase(
      CatalogService catalog, String first, @Nullable String second, @Nullable String third) {
    return catalog.hasPrivilege(PrivilegeQuery.of(Kind.DATABASE, first, second, third));
  }

  public static @Nullable Boolean ofType(
      CatalogService catalog, String first, @Nullable String second, @Nullable String third) {
    return catalog.hasPrivilege(PrivilegeQuery.of(Kind.TYPE, first, second, third));
  }

  public static @Nullable Boolean ofFunction(
      CatalogService catalog, String first, @Nullable String second, @Nullable String third) {
    return catalog.hasPrivilege(PrivilegeQuery.of(Kind.FUNCTION, first, second, third));
  }

  public static @Nullable Boolean ofLanguage(
      CatalogService catalog, String first, @Nullable String second, @Nullable String third) {
    return catalog.hasPrivilege(PrivilegeQuery.of(Kind.LANGUAGE, first, second, third));
  }

  public static @Nullable Boolean ofOther(
      CatalogService catalog, String first, @Nullable String second, @Nullable String third) {
    return catalog.hasPrivilege(PrivilegeQuery.of(Kind.OTHER, first, second, third));
  }

  /** Returns whether policies of row-level security apply to the current user. */
  public static @Nullable Boolean rowSecurityActive(CatalogService catalog, String table) {
    return catalog.hasPrivilege(new PrivilegeQuery(Kind.ROW_SECURITY, null, table, null, ""));
  }

  public static @Nullable Boolean ofColumn(
      CatalogService catalog,
      String first,
      @Nullable String second,
      @Nullable String third,
      @Nullable String fourth) {
    return catalog.hasPrivilege(
        fourth == null
            ? new PrivilegeQuery(
                Kind.COLUMN, null, first, String.valueOf(second), String.valueOf(third))
            : new PrivilegeQuery(
                Kind.COLUMN, first, String.valueOf(second), String.valueOf(third), fourth));
  }

  /** Returns a row of grantor, grantee, privilege and grant option for each privilege. */
  public static List<?> aclexplode(CatalogService catalog, List<?> items) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Object item : items) {
      if (item != null) {
        AclText.explode(String.valueOf(item), catalog, rows);
      }
    }
    return rows;
  }
}
