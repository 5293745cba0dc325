package dev.colonnade.sql.syntax.definition;

import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement about a type. */
public sealed interface TypeDefinition extends Definition {
  /** {@code CREATE TYPE ... AS ENUM}. */
  record CreateEnum(QualifiedName name, List<String> labels, int position)
      implements TypeDefinition {}

  /** {@code CREATE TYPE ... AS (...)}. */
  record CreateComposite(
      QualifiedName name, List<FromItem.ColumnDefinition> attributes, int position)
      implements TypeDefinition {}

  /** {@code CREATE TYPE ... AS RANGE}. */
  record CreateRange(QualifiedName name, List<Option> options, int position)
      implements TypeDefinition {}

  /** {@code CREATE DOMAIN}. */
  record CreateDomain(
      QualifiedName name,
      TypeName type,
      @Nullable QualifiedName collation,
      List<TableElement.ColumnConstraint> constraints,
      int position)
      implements TypeDefinition {}

  /** Place of a new label beside another. */
  record LabelPlace(boolean before, String neighbor) {}

  /** {@code ALTER TYPE ... ADD VALUE}. */
  record AddLabel(
      QualifiedName name,
      String label,
      boolean ifNotExists,
      @Nullable LabelPlace place,
      int position)
      implements TypeDefinition {}

  /** {@code ALTER TYPE ... RENAME VALUE}. */
  record RenameLabel(QualifiedName name, String label, String newLabel, int position)
      implements TypeDefinition {}

  /** {@code ALTER DOMAIN}: an action of ALTER TABLE or of ALTER COLUMN. */
  record AlterDomain(QualifiedName name, DomainAction action, int position)
      implements TypeDefinition {}

  /** Change of a domain. */
  record DomainAction(@Nullable TableAction table, TableAction.@Nullable ColumnAction column) {}

  /** {@code ALTER TYPE} with changes of attributes. */
  record AlterComposite(QualifiedName name, List<AttributeAction> actions, int position)
      implements TypeDefinition {}

  /** Change of an attribute: ADD, DROP or ALTER. */
  record AttributeAction(
      String keyword,
      FromItem.@Nullable ColumnDefinition attribute,
      @Nullable String dropped,
      boolean ifExists,
      DropBehavior behavior) {}
}
