package dev.colonnade.catalog.restore;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.codec.CatalogLayout;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Composite;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.PackedKind;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copies of user-defined types, and of what consists of them. Ranks of labels and ids of attributes
 * stay, since rows contain them. One thread.
 */
final class CopiedTypes {
  private final CatalogEdit edit;
  private final CopiedIds ids;
  private final Map<Integer, UserType> copies = new HashMap<>();

  CopiedTypes(CatalogEdit edit, CopiedIds ids) {
    this.edit = edit;
    this.ids = ids;
  }

  /** Copies types, each behind those that it contains. */
  void addAll(CatalogSnapshot source, Collection<UserType> types) {
    List<UserType> waiting = new ArrayList<>(types);
    while (!waiting.isEmpty()) {
      List<UserType> ready =
          waiting.stream().filter(type -> copies.keySet().containsAll(contained(type))).toList();
      if (ready.isEmpty()) {
        throw new ColonnadeException(
            ErrorCode.STORE_CORRUPT, "type of another database: type=" + waiting.getFirst().name());
      }
      for (UserType type : ready) {
        UserType copy = add(type, source.typeName(type.id()).schemaId());
        copies.put(type.id(), copy);
        ids.put(type.id(), copy.id());
      }
      waiting.removeAll(ready);
    }
  }

  /** Returns the ids of the types that a type contains, its own excluded. */
  static Set<Integer> contained(UserType type) {
    Set<Integer> found = new HashSet<>(type.references());
    switch (type) {
      case EnumType _ -> {}
      case DomainType domain -> addAll(found, domain.stored());
      case CompositeType row ->
          row.attributes().forEach(attribute -> addAll(found, attribute.type()));
    }
    return found;
  }

  private static void addAll(Set<Integer> found, ColumnType type) {
    UserType.within(type).forEach(used -> found.add(used.id()));
  }

  private UserType add(UserType type, int schemaId) {
    if (schemaId != CatalogLayout.NO_SCHEMA) {
      return create(type, new ObjectName(ids.of(schemaId), type.name()));
    }
    // Values of a dropped type may be in rows. The name is that which the drop gives it.
    UserType copy = create(type, new ObjectName(CatalogLayout.NO_SCHEMA, "restored " + type.id()));
    return edit.renameType(copy, new ObjectName(CatalogLayout.NO_SCHEMA, "dropped " + copy.id()));
  }

  private UserType create(UserType type, ObjectName name) {
    return switch (type) {
      case EnumType labels -> {
        EnumType created =
            edit.createEnum(name, labels.labels().stream().map(EnumLabel::label).toList());
        yield edit.changeType(new EnumType(created.id(), name.name(), labels.labels()));
      }
      case DomainType domain ->
          edit.createDomain(
              name,
              new DomainType(
                  domain.id(),
                  domain.name(),
                  copyOf(domain.stored()),
                  copyOf(domain.base()),
                  domain.nullable(),
                  domain.defaultText() == null ? null : ids.text(domain.defaultText()),
                  domain.checks()));
      case CompositeType row ->
          edit.createComposite(
              name,
              new CompositeType(
                  row.id(),
                  row.name(),
                  row.attributes().stream().map(this::copyOf).toList(),
                  row.nextAttributeId()));
    };
  }

  private CompositeType.Attribute copyOf(CompositeType.Attribute attribute) {
    return new CompositeType.Attribute(
        attribute.id(), attribute.name(), copyOf(attribute.type()), copyOf(attribute.domain()));
  }

  private DomainType.@Nullable Use copyOf(DomainType.@Nullable Use use) {
    return use == null || !use.isDomain()
        ? use
        : new DomainType.Use(ids.of(use.domainId()), use.isArray());
  }

  private ColumnType copyOf(ColumnType type) {
    return switch (type) {
      case Enumerated(EnumType labels) -> ColumnType.enumerated((EnumType) copy(labels));
      case Composite(CompositeType row) -> ColumnType.composite((CompositeType) copy(row));
      case Packed packed when packed.kind() == PackedKind.ARRAY ->
          ColumnType.array(copyOf(packed.elementType()));
      case Plain _, Numeric _, Varchar _, Char _, Packed _ -> type;
    };
  }

  private UserType copy(UserType type) {
    UserType copy = copies.get(type.id());
    if (copy == null) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "type of another database: type=" + type.name());
    }
    return copy;
  }

  /** Returns the same schema versions, with copies of types. */
  SchemaHistory copyOf(SchemaHistory history) {
    List<TableSchema> versions = new ArrayList<>();
    for (TableSchema schema : history.versions()) {
      versions.add(
          new TableSchema(
              schema.version(),
              schema.columns().stream().map(this::copyOf).toList(),
              schema.primaryKey(),
              schema.families()));
    }
    return new SchemaHistory(versions);
  }

  /** Returns the same column. A domain that was dropped meanwhile, with its column, is left out. */
  private Column copyOf(Column column) {
    DomainType.Use use = column.domain();
    boolean isGone = use != null && use.isDomain() && !ids.has(use.domainId());
    return new Column(
        column.id(),
        column.name(),
        copyOf(column.type()),
        column.nullable(),
        column.defaultValue(),
        isGone ? null : copyOf(use),
        column.modifier());
  }
}
