package dev.colonnade.sql.syntax.definition;

import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement about objects of any kind. */
public sealed interface ObjectDefinition extends Definition {
  /**
   * Object by its kind and name.
   *
   * @param table table of a constraint, rule, trigger or policy; access method of an operator
   *     class; language of a transform; server of a user mapping
   * @param arguments types of the arguments of a routine, null if it is named without; operands of
   *     an operator, where null stands for NONE; source and target of a cast; type of a transform
   */
  record ObjectName(
      ObjectKind kind,
      QualifiedName name,
      @Nullable QualifiedName table,
      @Nullable List<@Nullable TypeName> arguments,
      int position) {}

  /** {@code DROP}. */
  record Drop(
      List<ObjectName> objects,
      boolean ifExists,
      boolean concurrently,
      DropBehavior behavior,
      int position)
      implements ObjectDefinition {}

  /**
   * {@code RENAME}.
   *
   * @param part renamed column, attribute or constraint; null for the object itself
   * @param partKind kind of the renamed part
   */
  record Rename(
      ObjectName object,
      boolean ifExists,
      @Nullable ObjectKind partKind,
      @Nullable String part,
      String newName,
      DropBehavior behavior,
      int position)
      implements ObjectDefinition {}

  /** {@code SET SCHEMA}. */
  record SetSchema(ObjectName object, boolean ifExists, String schema, int position)
      implements ObjectDefinition {}

  /** {@code OWNER TO}. */
  record SetOwner(ObjectName object, RoleDefinition.RoleName owner, int position)
      implements ObjectDefinition {}

  /** {@code COMMENT ON}; null removes the comment. */
  record Comment(ObjectName object, @Nullable String comment, int position)
      implements ObjectDefinition {}

  /** {@code SECURITY LABEL}. */
  record SecurityLabel(
      @Nullable String provider, ObjectName object, @Nullable String label, int position)
      implements ObjectDefinition {}

  /** {@code CREATE EXTENSION}. */
  record CreateExtension(String name, boolean ifNotExists, List<Option> options, int position)
      implements ObjectDefinition {}

  /** {@code TRUNCATE}. */
  record Truncate(
      List<FromItem.Relation> tables, boolean restartIdentity, DropBehavior behavior, int position)
      implements ObjectDefinition {}
}
