package dev.colonnade.sql.ddl;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import org.jspecify.annotations.Nullable;

/** CREATE TYPE ... AS ENUM, and ALTER TYPE ... ADD VALUE and RENAME VALUE. */
final class EnumTypeStatements {
  private EnumTypeStatements() {}

  static void create(Definition.CreateEnum create, Execution execution) {
    ObjectName name = execution.transaction().names().newName(create.name().names);
    execution.transaction().catalogChanges().alter(edit -> edit.createEnum(name, create.labels()));
  }

  public static void add(Definition.AddLabel add, Execution execution) {
    NameScope names = execution.transaction().names();
    EnumType type = names.enumType(add.name().names);
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
    execution.transaction().catalogChanges().alter(edit -> edit.changeEnum(changed));
  }

  private static EnumType changed(EnumType type, Definition.AddLabel add) {
    String adjacentLabel = add.adjacentLabel();
    requireLabel(type, adjacentLabel);
    if (adjacentLabel == null) {
      return type.withLast(add.label());
    }
    return add.isBefore()
        ? type.withBefore(add.label(), adjacentLabel)
        : type.withAfter(add.label(), adjacentLabel);
  }

  static void rename(Definition.RenameLabel rename, Execution execution) {
    EnumType type = execution.transaction().names().enumType(rename.name().names);
    requireLabel(type, rename.label());
    if (has(type, rename.newLabel())) {
      throw duplicate(rename.newLabel());
    }
    EnumType changed = type.withRenamed(rename.label(), rename.newLabel());
    execution.transaction().catalogChanges().alter(edit -> edit.changeEnum(changed));
  }

  private static boolean has(EnumType type, String label) {
    return type.labels().stream().map(EnumLabel::label).anyMatch(label::equals);
  }

  private static void requireLabel(EnumType type, @Nullable String label) {
    if (label != null && !has(type, label)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "\"%s\" is not an existing enum label".formatted(label));
    }
  }

  private static ColonnadeException duplicate(String label) {
    return new ColonnadeException(
        ErrorCode.DUPLICATE_OBJECT, "enum label \"%s\" already exists".formatted(label));
  }
}
