package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Storage of a variable's value. One thread. */
sealed interface VariableStorage {
  /** Storage of one value of a type. */
  final class Scalar implements VariableStorage {
    private final VariableType type;
    private TypedValue value;

    Scalar(VariableType type) {
      this.type = type;
      this.value = typed(null);
    }

    VariableType type() {
      return type;
    }

    TypedValue read() {
      return value;
    }

    void write(@Nullable Object other) {
      value = typed(other);
    }

    private TypedValue typed(@Nullable Object plain) {
      return new TypedValue(type.type(), plain, type.isNamed() ? type.name() : null);
    }
  }

  /** Storage of a row: of a table, with the types of its columns, or of any query. */
  final class Row implements VariableStorage {
    private static final Pattern PLAIN = Pattern.compile("[^\\s,()\"\\\\]+");

    private final String name;

    /** Types of a table's columns; null for a row of any query. */
    private final @Nullable List<VariableType> fixed;

    private List<String> names;
    private List<TypedValue> values = List.of();
    private boolean assigned;

    /** Creates the storage of a row of any query. */
    Row(String name) {
      this.name = name;
      this.fixed = null;
      this.names = List.of();
    }

    /** Creates the storage of a row of a table. */
    Row(String name, List<String> names, List<VariableType> types) {
      this.name = name;
      this.fixed = types;
      this.names = names;
      clear();
    }

    /** Resets the row to its state at the begin of the block. */
    void clear() {
      if (fixed != null) {
        values = fixed.stream().map(type -> TypedValue.of(type.type(), null)).toList();
        assigned = true;
      } else {
        names = List.of();
        values = List.of();
        assigned = false;
      }
    }

    @Nullable List<VariableType> fixed() {
      return fixed;
    }

    List<String> names() {
      return names;
    }

    void write(List<String> otherNames, List<TypedValue> others) {
      names = List.copyOf(otherNames);
      values = List.copyOf(others);
      assigned = true;
    }

    void writeField(String field, @Nullable Object value) {
      int index = indexOf(field);
      List<TypedValue> changed = new ArrayList<>(values);
      changed.set(
          index, new TypedValue(changed.get(index).type(), value, changed.get(index).typeName()));
      values = Collections.unmodifiableList(changed);
    }

    /** Returns all fields. */
    List<TypedValue> read() {
      if (!assigned) {
        throw new ColonnadeException(
            ErrorCode.WRONG_STATE,
            "record \"%s\" is not assigned yet".formatted(name),
            ErrorFields.NONE.withDetail(
                "The tuple structure of a not-yet-assigned record is indeterminate."));
      }
      return values;
    }

    TypedValue readField(String field) {
      return read().get(indexOf(field));
    }

    /** Returns the type that a field of a row of a table has; null for a row of any query. */
    @Nullable VariableType fixedType(String field) {
      return fixed == null ? null : fixed.get(indexOf(field));
    }

    SqlType typeOf(String field) {
      return readField(field).type();
    }

    private int indexOf(String field) {
      read();
      int index = names.indexOf(field);
      if (index < 0) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_COLUMN, "record \"%s\" has no field \"%s\"".formatted(name, field));
      }
      return index;
    }

    boolean isAssigned() {
      return assigned;
    }

    /** Returns a row in PostgreSQL's text format. */
    static String text(List<@Nullable String> fields) {
      List<String> parts = new ArrayList<>();
      for (String field : fields) {
        parts.add(field == null ? "" : quoted(field));
      }
      return "(" + String.join(",", parts) + ")";
    }

    private static String quoted(String field) {
      return PLAIN.matcher(field).matches()
          ? field
          : "\"" + field.replace("\\", "\\\\").replace("\"", "\"\"") + "\"";
    }
  }
}
