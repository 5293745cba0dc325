package dev.colonnade.type.schema;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.NameLimits;
import dev.colonnade.type.StoredForm;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Column of a table.
 *
 * @param id positive, never reused within its table
 * @param defaultValue value of the column in rows that were written before the column was added: a
 *     value of the type's Java class in its stored form (see {@link StoredForm#normalized}), or
 *     null for NULL. It has no effect on later inserts.
 * @param domain with which the column is declared; null if its type contains no domain
 * @param modifier see {@link DeclaredType#modifier}; writers fit values to it, storage ignores it
 */
public record Column(
    int id,
    String name,
    ColumnType type,
    boolean nullable,
    @Nullable Object defaultValue,
    DomainType.@Nullable Use domain,
    int modifier) {
  /**
   * Name of the hidden key column of a table that was created without a primary key. Statements can
   * neither see nor reference it.
   */
  public static final String HIDDEN_KEY = "$rowid";

  public Column(
      int id,
      String name,
      ColumnType type,
      boolean nullable,
      @Nullable Object defaultValue,
      DomainType.@Nullable Use domain,
      int modifier) {
    if (id < 1) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "column id must be positive: id=" + id);
    }
    NameLimits.requireName("column", name);
    this.id = id;
    this.name = name;
    this.type = requireNonNull(type, "type is null");
    this.nullable = nullable;
    this.defaultValue = defaultValue == null ? null : StoredForm.normalized(type, defaultValue);
    this.domain = domain;
    this.modifier = modifier;
  }

  /** Creates a column that is declared without a domain and a modifier. */
  public Column(
      int id, String name, ColumnType type, boolean nullable, @Nullable Object defaultValue) {
    this(id, name, type, nullable, defaultValue, null, DeclaredType.NONE);
  }

  /** Creates a column of the first schema version, which no row predates. */
  public Column(int id, String name, ColumnType type, boolean nullable) {
    this(id, name, type, nullable, null);
  }

  /** Returns whether this is the hidden key of a table that was created without a primary key. */
  public boolean isHidden() {
    return name.equals(HIDDEN_KEY);
  }

  /** Returns a copy of this column with another name. */
  public Column withName(String other) {
    return new Column(id, other, type, nullable, defaultValue, domain, modifier);
  }

  /** Returns a copy of this column with another type. */
  Column withType(ColumnType other) {
    return new Column(id, name, other, nullable, defaultValue, domain, modifier);
  }

  /** Returns the type with which the column is declared. */
  public DeclaredType declaredType() {
    return new DeclaredType(type, domain, modifier);
  }

  /** Returns whether the column is declared with a domain, or with arrays of one. */
  public boolean isOfDomain() {
    return domain != null && domain.isDomain();
  }

  /** Returns a copy of this column that is declared with a domain, or without one. */
  public Column withDomain(DomainType.@Nullable Use other) {
    return new Column(id, name, type, nullable, defaultValue, other, modifier);
  }

  /** Returns a copy of this column that allows or forbids NULL. */
  public Column withNullable(boolean other) {
    return new Column(id, name, type, other, defaultValue, domain, modifier);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Column that
        && id == that.id
        && name.equals(that.name)
        && type.equals(that.type)
        && nullable == that.nullable
        && Objects.equals(domain, that.domain)
        && modifier == that.modifier
        && Objects.deepEquals(defaultValue, that.defaultValue);
  }

  /** Returns a hash without the default value, because an array does not hash by its content. */
  @Override
  public int hashCode() {
    return Objects.hash(id, name, type, nullable);
  }
}
