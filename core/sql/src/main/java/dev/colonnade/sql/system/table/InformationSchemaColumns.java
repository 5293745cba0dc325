package dev.colonnade.sql.system.table;

import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.system.SystemTypes;
import dev.colonnade.sql.system.object.CatalogModel;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.object.SystemRelation;
import dev.colonnade.sql.system.object.SystemRelation.Attribute;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.DomainType;
import org.jspecify.annotations.Nullable;

/** Row producer of {@code information_schema.columns}. */
final class InformationSchemaColumns {
  private static final String NO = "NO";
  private static final String YES = "YES";

  /** Maximum length of a character in UTF-8, in bytes. */
  private static final int CHARACTER_BYTES_MAX = 4;

  private static final int TEXT_BYTES_MAX = 1 << 30;

  private static final int HEADER_BYTES = 4;

  private InformationSchemaColumns() {}

  public static void columns(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation relation : view.objects().relations()) {
      if (relation.kind() != SystemRelation.TABLE && relation.kind() != SystemRelation.VIEW) {
        continue;
      }
      for (Attribute attribute : view.attributes(relation)) {
        if (!view.objects().privileges().isAccessible(relation, attribute.number())) {
          continue;
        }
        column(view, relation, attribute, rows);
      }
    }
  }

  private static @Nullable String defaultOf(
      SystemCatalogView view, SystemRelation relation, Attribute attribute) {
    String stored = view.defaultText(attribute);
    return stored == null ? null : view.expression(stored, relation, false);
  }

  private static void column(
      SystemCatalogView view, SystemRelation relation, Attribute attribute, SystemRows rows) {
    String database = view.database();
    boolean isIdentity = !attribute.identity().isEmpty();
    rows.row()
        .set("table_catalog", database)
        .set("table_schema", relation.schema().name())
        .set("table_name", relation.name())
        .set("column_name", attribute.name())
        .set("ordinal_position", attribute.attnum())
        .set(
            "column_default", attribute.isGenerated() ? null : defaultOf(view, relation, attribute))
        .set("is_nullable", attribute.required() ? NO : YES)
        .set("udt_catalog", database)
        .set("dtd_identifier", Integer.toString(attribute.attnum()))
        .set("is_self_referencing", NO)
        .set("is_identity", isIdentity ? YES : NO)
        .set("identity_cycle", NO)
        .set("is_generated", attribute.isGenerated() ? "ALWAYS" : "NEVER")
        .set(
            "generation_expression",
            attribute.isGenerated() ? defaultOf(view, relation, attribute) : null)
        .set("is_updatable", isUpdatable(view, relation, attribute) ? YES : NO);
    if (isIdentity) {
      rows.set("identity_generation", attribute.identity().equals("a") ? "ALWAYS" : "BY DEFAULT");
    }
    CatalogModel.TypeEntry domain = view.objects().domainOf(attribute.typeOid());
    if (domain == null) {
      type(view, attribute.typeOid(), attribute.modifier(), rows);
    } else {
      rows.set("domain_catalog", database)
          .set("domain_schema", domain.schema().name())
          .set("domain_name", domain.type().name());
      ColumnType stored = ((DomainType) domain.type()).stored();
      type(view, SystemTypes.oidOf(stored), SystemTypes.modifierOf(stored), rows);
    }
  }

  /** Sets the columns of an attribute about its type, whose name has columns of their own. */
  static void attributeType(SystemCatalogView view, Attribute attribute, SystemRows rows) {
    long oid = attribute.typeOid();
    SystemTypes.Type type = SystemTypes.find(oid);
    rows.set("attribute_udt_schema", view.objects().schemaOfType(oid))
        .set("attribute_udt_name", view.objects().nameOfType(oid));
    if (type == null) {
      rows.set("data_type", view.objects().shapeOf(oid).isTrueArray() ? "ARRAY" : "USER-DEFINED");
    } else {
      parameters(type, attribute.modifier(), rows);
    }
  }

  /** Sets the columns about a type. */
  static void type(SystemCatalogView view, long oid, int modifier, SystemRows rows) {
    SystemTypes.Type type = SystemTypes.find(oid);
    if (type != null) {
      typeOf(type, modifier, rows);
      return;
    }
    rows.set("data_type", view.objects().shapeOf(oid).isTrueArray() ? "ARRAY" : "USER-DEFINED")
        .set("udt_schema", view.objects().schemaOfType(oid))
        .set("udt_name", view.objects().nameOfType(oid));
  }

  private static void typeOf(SystemTypes.Type type, int modifier, SystemRows rows) {
    rows.set("udt_schema", SystemTables.CATALOG_SCHEMA).set("udt_name", type.name());
    parameters(type, modifier, rows);
  }

  private static void parameters(SystemTypes.Type type, int modifier, SystemRows rows) {
    boolean isArray = type.isTrueArray() && type.name().startsWith("_");
    rows.set("data_type", isArray ? "ARRAY" : SystemTypes.sqlName(type));
    switch (type.name()) {
      case "int2" -> binary(rows, 16);
      case "int4" -> binary(rows, 32);
      case "int8" -> binary(rows, 64);
      case "float4" -> floating(rows, 24);
      case "float8" -> floating(rows, 53);
      case "numeric" -> {
        rows.set("numeric_precision_radix", 10);
        if (modifier >= 0) {
          rows.set("numeric_precision", SystemTypes.precision(modifier))
              .set("numeric_scale", SystemTypes.scale(modifier));
        }
      }
      case "varchar", "bpchar" -> {
        int length = modifier - HEADER_BYTES;
        rows.set("character_octet_length", modifier < 0 ? TEXT_BYTES_MAX : octets(length));
        if (modifier >= 0) {
          rows.set("character_maximum_length", length);
        }
      }
      case "text" -> rows.set("character_octet_length", TEXT_BYTES_MAX);
      case "date" -> rows.set("datetime_precision", 0);
      case "time", "timetz", "timestamp", "timestamptz", "interval" ->
          rows.set("datetime_precision", modifier < 0 ? 6 : modifier);
      default -> {} // no type parameters
    }
  }

  private static int octets(int length) {
    return Math.multiplyExact(length, CHARACTER_BYTES_MAX);
  }

  private static void binary(SystemRows rows, int bits) {
    rows.set("numeric_precision", bits).set("numeric_precision_radix", 2).set("numeric_scale", 0);
  }

  private static void floating(SystemRows rows, int bits) {
    rows.set("numeric_precision", bits).set("numeric_precision_radix", 2);
  }

  private static boolean isUpdatable(
      SystemCatalogView view, SystemRelation relation, Attribute attribute) {
    View found = view.objects().view(relation.oid());
    return found == null
        ? relation.kind() == SystemRelation.TABLE
        : view.source().updatableColumns(found).contains(attribute.name());
  }
}
