package dev.colonnade.sql.definition.type;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.lookup.TypeLookup;
import dev.colonnade.sql.definition.text.StoredTexts;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.TypeDefinition;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** CREATE TYPE ... AS ENUM, and ALTER TYPE ... ADD VALUE and RENAME VALUE. */
final class EnumTypeStatements {
  private static final int LABEL_BYTES_MAX = 63;

  private EnumTypeStatements() {}

  static void create(TypeDefinition.CreateEnum create, Execution execution) {
    NameScope names = execution.transaction().names();
    ObjectName name = names.newName(create.name().parts());
    TypeLookup.requireFree(names.catalog(), name);
    requireDistinct(create.labels());
    execution.transaction().catalogChanges().alter(edit -> edit.createEnum(name, create.labels()));
  }

  private static void requireDistinct(List<String> labels) {
    Set<String> seen = new HashSet<>();
    for (String label : labels) {
      requireLength(label);
      if (!seen.add(label)) {
        throw new ColonnadeException(
            ErrorCode.UNIQUE_VIOLATION,
            "duplicate key value violates unique constraint \"pg_enum_typid_label_index\"");
      }
    }
  }

  private static void requireLength(String label) {
    if (label.getBytes(StandardCharsets.UTF_8).length > LABEL_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_NAME,
          "invalid enum label \"%s\"".formatted(label),
          ErrorFields.NONE.withDetail("Labels must be 63 bytes or less."));
    }
  }

  static void add(TypeDefinition.AddLabel add, TypeLookup types, Execution execution) {
    EnumType type = types.requireEnum(add.name());
    requireLength(add.label());
    if (has(type, add.label())) {
      if (add.ifNotExists()) {
        execution
            .notices()
            .skipped(
                ErrorCode.DUPLICATE_OBJECT,
                "enum label \"%s\" already exists".formatted(add.label()));
        return;
      }
      throw duplicate(add.label());
    }
    EnumType changed = changed(type, add);
    execution.transaction().catalogChanges().alter(edit -> edit.changeType(changed));
  }

  private static EnumType changed(EnumType type, TypeDefinition.AddLabel add) {
    TypeDefinition.LabelPlace place = add.place();
    if (place == null) {
      return type.withLast(add.label());
    }
    requireLabel(type, place.neighbor());
    return place.before()
        ? type.withBefore(add.label(), place.neighbor())
        : type.withAfter(add.label(), place.neighbor());
  }

  static void rename(
      TypeDefinition.RenameLabel rename, StatementAnalysis analysis, Execution execution) {
    TypeLookup types = new TypeLookup(analysis);
    EnumType type = types.requireEnum(rename.name());
    requireLength(rename.newLabel());
    requireLabel(type, rename.label());
    if (has(type, rename.newLabel())) {
      throw duplicate(rename.newLabel());
    }
    EnumType changed = type.withRenamed(rename.label(), rename.newLabel());
    LabelRename labels = new LabelRename(type, rename.label(), rename.newLabel(), analysis);
    execution
        .transaction()
        .catalogChanges()
        .alter(
            edit -> {
              new StoredTexts(analysis, labels).apply(edit);
              return edit.changeType(changed);
            });
  }

  private static boolean has(EnumType type, String label) {
    return type.labels().stream().map(EnumLabel::label).anyMatch(label::equals);
  }

  private static void requireLabel(EnumType type, String label) {
    if (!has(type, label)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "\"%s\" is not an existing enum label".formatted(label));
    }
  }

  private static ColonnadeException duplicate(String label) {
    return new ColonnadeException(
        ErrorCode.DUPLICATE_OBJECT, "enum label \"%s\" already exists".formatted(label));
  }
}
