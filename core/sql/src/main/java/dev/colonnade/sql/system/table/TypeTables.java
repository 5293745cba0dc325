package dev.colonnade.sql.system.table;

import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.SystemTypes;
import dev.colonnade.sql.system.object.CatalogModel;
import dev.colonnade.sql.system.object.DomainTexts;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.object.SystemObjects;
import dev.colonnade.sql.system.object.SystemRelation;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import java.util.HashMap;
import java.util.Map;

/** Row producers of the tables about types that are not built in, and of their constraints. */
final class TypeTables {
  private static final String NO = "NO";
  private static final int DOMAIN_INPUT = 2597;
  private static final int DOMAIN_RECEIVE = 2598;

  private TypeTables() {}

  static Map<String, SystemRowProducer> producers() {
    Map<String, SystemRowProducer> producers = new HashMap<>();
    producers.put("pg_type", TypeTables::types);
    producers.put("pg_enum", TypeTables::enums);
    return producers;
  }

  static Map<String, SystemRowProducer> informationProducers() {
    Map<String, SystemRowProducer> producers = new HashMap<>();
    producers.put("domains", TypeTables::domains);
    producers.put("domain_constraints", TypeTables::informationConstraints);
    producers.put("domain_udt_usage", TypeTables::domainBases);
    producers.put("column_domain_usage", TypeTables::domainColumns);
    producers.put("attributes", TypeTables::attributes);
    producers.put("user_defined_types", TypeTables::userTypes);
    return producers;
  }

  private static void types(SystemCatalogView view, SystemRows rows) {
    Long needed = rows.neededOid("oid");
    for (SystemRelation relation : view.objects().relations()) {
      int id = SystemOids.idOf(relation.oid());
      if (id >= 0 && relation.typeOid() != 0) {
        long array = SystemOids.arrayType(id);
        if (needed != null && needed != relation.typeOid() && needed != array) {
          continue;
        }
        type(rows, relation.typeOid(), relation.name(), relation.schema().oid(), "c")
            .set("typlen", -1)
            .set("typcategory", "C")
            .set("typrelid", relation.oid())
            .set("typarray", array)
            .set("typinput", 2290)
            .set("typoutput", 2291)
            .set("typreceive", 2402)
            .set("typsend", 2403)
            .set("typalign", "d")
            .set("typstorage", "x")
            .compute("typowner", () -> view.objects().privileges().ownerOid(id));
        arrayType(rows, array, relation.name(), relation.schema().oid(), relation.typeOid());
        rows.compute("typowner", () -> view.objects().privileges().ownerOid(id));
      }
    }
    for (CatalogModel.TypeEntry entry : view.objects().types()) {
      switch (entry.type()) {
        case EnumType type -> {
          enumType(entry.schema(), type, rows);
          setOwner(view, type.id(), rows);
        }
        case DomainType domain -> {
          domain(view, entry.schema(), domain, rows);
          setOwner(view, domain.id(), rows);
        }
        case CompositeType _ -> {
          continue; // as the type of the rows of its relation
        }
      }
      arrayType(
          rows,
          SystemOids.arrayType(entry.type().id()),
          entry.type().name(),
          entry.schema().oid(),
          SystemOids.of(entry.type().id()));
      rows.compute("typowner", () -> view.objects().privileges().ownerOid(entry.type().id()));
    }
  }

  private static void setOwner(SystemCatalogView view, int typeId, SystemRows rows) {
    rows.compute("typowner", () -> view.objects().privileges().ownerOid(typeId))
        .compute("typacl", () -> view.objects().privileges().aclOf(typeId));
  }

  private static void enumType(SystemRelation.Schema schema, EnumType type, SystemRows rows) {
    type(rows, SystemOids.of(type.id()), type.name(), schema.oid(), "e")
        .set("typlen", 4)
        .set("typbyval", true)
        .set("typcategory", "E")
        .set("typarray", SystemOids.arrayType(type.id()))
        .set("typinput", 3506)
        .set("typoutput", 3507)
        .set("typreceive", 3532)
        .set("typsend", 3533)
        .set("typalign", "i")
        .set("typstorage", "p");
  }

  private static void domain(
      SystemCatalogView view, SystemRelation.Schema schema, DomainType domain, SystemRows rows) {
    SystemTypes.Type base = view.objects().shapeOf(SystemTypes.oidOf(domain.stored()));
    String defaultText = new DomainTexts(view.source()).defaultOf(domain);
    type(rows, SystemOids.of(domain.id()), domain.name(), schema.oid(), "d")
        .set("typlen", base.length())
        .set("typbyval", base.byValue())
        .set("typcategory", base.functions().category())
        .set("typarray", SystemOids.arrayType(domain.id()))
        .set("typinput", DOMAIN_INPUT)
        .set("typoutput", base.functions().output())
        .set("typreceive", DOMAIN_RECEIVE)
        .set("typsend", base.functions().send())
        .set("typalign", base.align())
        .set("typstorage", base.storage())
        .set("typnotnull", !domain.nullable())
        .set("typbasetype", baseOid(domain))
        .set("typtypmod", modifier(domain))
        .set("typcollation", base.collation())
        .set("typdefaultbin", defaultText)
        .set("typdefault", defaultText);
  }

  private static long baseOid(DomainType domain) {
    return SystemTypes.oidOf(domain.stored(), domain.base());
  }

  private static int modifier(DomainType domain) {
    return domain.base() == null
        ? SystemTypes.modifierOf(domain.stored())
        : SystemTypes.NO_MODIFIER;
  }

  private static SystemRows type(SystemRows rows, long oid, String name, long schema, String kind) {
    return rows.row()
        .set("oid", oid)
        .set("typname", name)
        .set("typnamespace", schema)
        .set("typowner", SystemOids.OWNER)
        .set("typtype", kind)
        .set("typisdefined", true)
        .set("typdelim", ",")
        .set("typtypmod", -1);
  }

  private static void arrayType(
      SystemRows rows, long oid, String elementName, long schema, long element) {
    type(rows, oid, "_" + elementName, schema, "b")
        .set("typlen", -1)
        .set("typcategory", "A")
        .set("typsubscript", 6179)
        .set("typelem", element)
        .set("typinput", 750)
        .set("typoutput", 751)
        .set("typreceive", 2400)
        .set("typsend", 2401)
        .set("typanalyze", 3816)
        .set("typalign", "i")
        .set("typstorage", "x");
  }

  private static void enums(SystemCatalogView view, SystemRows rows) {
    for (CatalogModel.TypeEntry entry : view.objects().types()) {
      if (!(entry.type() instanceof EnumType type)) {
        continue;
      }
      int position = 0;
      for (EnumLabel label : type.labels()) {
        rows.row()
            .set("oid", SystemOids.part(type.id(), position))
            .set("enumtypid", SystemOids.of(type.id()))
            .set("enumsortorder", ++position)
            .set("enumlabel", label.label());
      }
    }
  }

  /** Adds the constraints of domains to {@code pg_constraint}. */
  static void constraints(SystemCatalogView view, SystemRows rows) {
    for (SystemObjects.DomainConstraint constraint : view.objects().domainConstraints()) {
      rows.row()
          .set("oid", constraint.oid())
          .set("conname", constraint.check().name())
          .set("connamespace", constraint.schema().oid())
          .set("contype", "c")
          .set("convalidated", constraint.check().isValidated())
          .set("contypid", SystemOids.of(constraint.domain().id()))
          .set("confupdtype", " ")
          .set("confdeltype", " ")
          .set("confmatchtype", " ")
          .set("conislocal", true)
          .set("conbin", constraint.check().text());
    }
  }

  private static void domains(SystemCatalogView view, SystemRows rows) {
    for (CatalogModel.TypeEntry entry : view.objects().types()) {
      if (entry.type() instanceof DomainType domain) {
        rows.row()
            .set("domain_catalog", view.database())
            .set("domain_schema", entry.schema().name())
            .set("domain_name", domain.name())
            .set("domain_default", new DomainTexts(view.source()).defaultOf(domain))
            .set("udt_catalog", view.database())
            .set("dtd_identifier", "1");
        InformationSchemaColumns.type(view, baseOid(domain), modifier(domain), rows);
        SystemTypes.Type builtIn = SystemTypes.find(baseOid(domain));
        if (builtIn != null) {
          rows.set("data_type", SystemTypes.format(builtIn, SystemTypes.NO_MODIFIER));
        }
      }
    }
  }

  private static void domainBases(SystemCatalogView view, SystemRows rows) {
    for (CatalogModel.TypeEntry entry : view.objects().types()) {
      if (entry.type() instanceof DomainType domain) {
        rows.row()
            .set("udt_catalog", view.database())
            .set("udt_schema", view.objects().schemaOfType(baseOid(domain)))
            .set("udt_name", view.objects().nameOfType(baseOid(domain)))
            .set("domain_catalog", view.database())
            .set("domain_schema", entry.schema().name())
            .set("domain_name", domain.name());
      }
    }
  }

  private static void domainColumns(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation relation : view.objects().relations()) {
      for (SystemRelation.Attribute attribute : relation.attributes()) {
        CatalogModel.TypeEntry entry = view.objects().domainOf(attribute.typeOid());
        if (entry != null) {
          rows.row()
              .set("domain_catalog", view.database())
              .set("domain_schema", entry.schema().name())
              .set("domain_name", entry.type().name())
              .set("table_catalog", view.database())
              .set("table_schema", relation.schema().name())
              .set("table_name", relation.name())
              .set("column_name", attribute.name());
        }
      }
    }
  }

  private static void attributes(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation relation : view.objects().relations()) {
      if (relation.kind() != SystemRelation.COMPOSITE) {
        continue;
      }
      int position = 0;
      for (SystemRelation.Attribute attribute : relation.attributes()) {
        position++;
        rows.row()
            .set("udt_catalog", view.database())
            .set("udt_schema", relation.schema().name())
            .set("udt_name", relation.name())
            .set("attribute_name", attribute.name())
            .set("ordinal_position", position)
            .set("is_nullable", "YES")
            .set("attribute_udt_catalog", view.database())
            .set("dtd_identifier", Integer.toString(attribute.number()))
            .set("is_derived_reference_attribute", NO);
        InformationSchemaColumns.attributeType(view, attribute, rows);
      }
    }
  }

  private static void userTypes(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation relation : view.objects().relations()) {
      if (relation.kind() == SystemRelation.COMPOSITE) {
        rows.row()
            .set("user_defined_type_catalog", view.database())
            .set("user_defined_type_schema", relation.schema().name())
            .set("user_defined_type_name", relation.name())
            .set("user_defined_type_category", "STRUCTURED")
            .set("is_instantiable", "YES");
      }
    }
  }

  private static void informationConstraints(SystemCatalogView view, SystemRows rows) {
    for (SystemObjects.DomainConstraint constraint : view.objects().domainConstraints()) {
      rows.row()
          .set("constraint_catalog", view.database())
          .set("constraint_schema", constraint.schema().name())
          .set("constraint_name", constraint.check().name())
          .set("domain_catalog", view.database())
          .set("domain_schema", constraint.schema().name())
          .set("domain_name", constraint.domain().name())
          .set("is_deferrable", NO)
          .set("initially_deferred", NO);
    }
  }

  /** Adds the constraints of domains to {@code information_schema.check_constraints}. */
  static void checks(SystemCatalogView view, SystemRows rows) {
    DomainTexts texts = new DomainTexts(view.source());
    for (SystemObjects.DomainConstraint constraint : view.objects().domainConstraints()) {
      rows.row()
          .set("constraint_catalog", view.database())
          .set("constraint_schema", constraint.schema().name())
          .set("constraint_name", constraint.check().name())
          .set(
              "check_clause",
              texts
                  .constraint(constraint.domain(), constraint.check(), false)
                  .substring("CHECK ".length()));
    }
  }
}
