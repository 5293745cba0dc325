package dev.colonnade.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param id positive, and never used again within its table
 * @param defaultValue what rows hold that were written before the column was added: a value of the
 *     type's Java class in its stored form (see {@link StoredForm#normalized}), or null for NULL.
 *     It says nothing about later inserts.
 */
public record Column(
    int id, String name, ColumnType type, boolean nullable, @Nullable Object defaultValue) {
  /**
   * What the key of a table is called that was created without one. Users neither see nor name it.
   */
  public static final String HIDDEN_KEY = "$rowid";

  public Column {
    if (id < 1) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "column id must be positive: id=" + id);
    }
    Names.requireName("column", name);
    requireNonNull(type, "type is null");
    if (defaultValue != null) {
      defaultValue = StoredForm.normalized(type, defaultValue);
    }
  }

  /** A column that is there from the start: no rows predate it. */
  public Column(int id, String name, ColumnType type, boolean nullable) {
    this(id, name, type, nullable, null);
  }

  /** Whether it is the key of a table that has none of its own. */
  public boolean isHidden() {
    return name.equals(HIDDEN_KEY);
  }

  /** The same by another name. */
  public Column withName(String other) {
    return new Column(id, other, type, nullable, defaultValue);
  }

  /** The same, of another type. */
  Column withType(ColumnType other) {
    return new Column(id, name, other, nullable, defaultValue);
  }

  /** The same, taking NULL or not. */
  public Column withNullable(boolean other) {
    return new Column(id, name, type, other, defaultValue);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Column that
        && id == that.id
        && name.equals(that.name)
        && type.equals(that.type)
        && nullable == that.nullable
        && Objects.deepEquals(defaultValue, that.defaultValue);
  }

  /** Leaves the default value out: an array would not hash by its content. */
  @Override
  public int hashCode() {
    return Objects.hash(id, name, type, nullable);
  }
}
