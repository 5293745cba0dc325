package dev.colonnade.sql.command.target;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.scope.RelationNames;
import dev.colonnade.sql.syntax.QualifiedName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Relation that a command names. */
public sealed interface TargetRelation {
  /** Returns the name without its schema. */
  String name();

  /** Table. */
  record OfTable(Table table) implements TargetRelation {
    @Override
    public String name() {
      return table.name();
    }
  }

  /** View. */
  record OfView(View view) implements TargetRelation {
    @Override
    public String name() {
      return view.name();
    }
  }

  /** Sequence. */
  record OfSequence(SequenceEntry sequence) implements TargetRelation {
    @Override
    public String name() {
      return sequence.name();
    }
  }

  /** Index of a table. */
  record OfIndex(Table table, String name) implements TargetRelation {}

  /** Table of the system catalog. */
  record OfSystem(String name) implements TargetRelation {}

  /**
   * Returns the relation of a name.
   *
   * @throws ColonnadeException UNKNOWN_SCHEMA or UNKNOWN_TABLE if there is none
   */
  static TargetRelation of(QualifiedName name, NameScope names) {
    List<String> parts = name.parts();
    if (RelationNames.systemTable(names, parts) != null) {
      return new OfSystem(name.last());
    }
    Relation relation = names.findRelation(parts);
    if (relation != null) {
      return switch (relation) {
        case Table table -> new OfTable(table);
        case View view -> new OfView(view);
        case SequenceEntry sequence -> new OfSequence(sequence);
      };
    }
    if (parts.size() > 1) {
      names.schema(parts.get(parts.size() - 2));
    }
    Table table = tableOfIndex(parts, names);
    if (table == null) {
      throw NameScope.unknownRelation(parts);
    }
    return new OfIndex(table, name.last());
  }

  /**
   * Returns the table of a name.
   *
   * @throws ColonnadeException UNKNOWN_SCHEMA, UNKNOWN_TABLE, or WRONG_OBJECT_TYPE if the relation
   *     has no rows; null for a table of the system catalog
   */
  static @Nullable Table table(QualifiedName name, NameScope names) {
    return switch (of(name, names)) {
      case OfTable(Table table) -> table;
      case OfSystem _ -> null;
      case OfView other -> throw noTable(other);
      case OfSequence other -> throw noTable(other);
      case OfIndex other -> throw noTable(other);
    };
  }

  private static ColonnadeException noTable(TargetRelation relation) {
    return new ColonnadeException(
        ErrorCode.WRONG_OBJECT_TYPE,
        "\"%s\" is not a table or materialized view".formatted(relation.name()));
  }

  private static @Nullable Table tableOfIndex(List<String> parts, NameScope names) {
    List<SchemaEntry> schemas =
        parts.size() == 1 ? names.path() : List.of(names.schema(parts.get(parts.size() - 2)));
    for (SchemaEntry schema : schemas) {
      Table table = names.catalog().findTableOfIndex(new ObjectName(schema.id(), parts.getLast()));
      if (table == null) {
        table = tableOfKey(schema, parts.getLast(), names);
      }
      if (table != null) {
        return table;
      }
    }
    return null;
  }

  /** Returns the table whose rows are stored under a primary key of a name. */
  private static @Nullable Table tableOfKey(SchemaEntry schema, String name, NameScope names) {
    for (Table table : names.catalog().tables(schema.id())) {
      if (name.equals(table.rowKeyName())) {
        return table;
      }
    }
    return null;
  }
}
