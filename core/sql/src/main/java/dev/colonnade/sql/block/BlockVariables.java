package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.block.tree.AssignmentTarget;
import dev.colonnade.sql.block.tree.BlockVariable;
import dev.colonnade.sql.block.tree.SqlFragment.VariableReference;
import dev.colonnade.sql.function.library.RecordText;
import dev.colonnade.sql.function.library.array.ArraySubscriptFunctions;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Variables of a block, by index. One thread. */
final class BlockVariables {
  private static final VariableType BOOLEAN =
      VariableType.of(SqlType.of(TypeKind.BOOLEAN), "boolean");
  private static final VariableType INTEGER =
      VariableType.of(SqlType.of(TypeKind.INTEGER), "integer");

  private final AssignmentCasts conversions;
  private final List<VariableStorage> cells;

  BlockVariables(AssignmentCasts conversions, List<VariableStorage> cells) {
    this.conversions = conversions;
    this.cells = cells;
  }

  VariableStorage cell(BlockVariable variable) {
    return cells.get(variable.index());
  }

  /** Returns the value of a variable reference. */
  TypedValue read(VariableReference reference) {
    return switch (cell(reference.variable())) {
      case VariableStorage.Scalar scalar -> scalar.read();
      case VariableStorage.Row row ->
          reference.field().isEmpty() ? whole(row) : row.readField(reference.field());
    };
  }

  private TypedValue whole(VariableStorage.Row row) {
    if (!row.isAssigned()) {
      return TypedValue.text(null);
    }
    List<@Nullable String> fields = new ArrayList<>();
    row.read().forEach(value -> fields.add(conversions.text(value)));
    return TypedValue.text(VariableStorage.Row.text(fields));
  }

  /** Returns the values of a variable reference: for a star, all fields. */
  List<TypedValue> all(VariableReference reference) {
    return reference.field().equals("*")
            && cell(reference.variable()) instanceof VariableStorage.Row row
        ? row.read()
        : List.of(read(reference));
  }

  /**
   * Returns for each of these values the type name that a cast has to give it; empty where no cast
   * is needed.
   */
  List<String> typeNames(VariableReference reference) {
    return all(reference).stream()
        .map(value -> value.typeName() == null ? "" : value.typeName())
        .toList();
  }

  /** Throws an error if the type of a variable without a value does not allow NULL. */
  void requireNullAllowed(BlockVariable variable) {
    if (cell(variable) instanceof VariableStorage.Scalar scalar && scalar.type().isUser()) {
      var _ = conversions.to(scalar.type(), TypedValue.of(SqlType.of(TypeKind.UNKNOWN), null));
    }
  }

  /** Assigns a value to a variable, converted to its type. */
  void write(BlockVariable variable, TypedValue value) {
    write(new AssignmentTarget(variable, "", null), value, 0);
  }

  /**
   * Assigns a value to a target, converted to its type.
   *
   * @param element the number of the array element, for a target that has a subscript
   */
  void write(AssignmentTarget target, TypedValue value, int element) {
    switch (cell(target.variable())) {
      case VariableStorage.Scalar scalar -> {
        Object converted =
            target.subscript() == null
                ? conversions.to(scalar.type(), value)
                : withElement(scalar, value, element);
        requireNotNull(target.variable(), converted);
        scalar.write(converted);
      }
      case VariableStorage.Row row -> {
        if (target.field().isEmpty() && isRow(value, row)) {
          writeText(row, (String) value.value());
          return;
        }
        if (target.field().isEmpty()) {
          throw new ColonnadeException(
              value.type().kind().isText() || value.type().kind().isNumber()
                  ? ErrorCode.UNSUPPORTED
                  : ErrorCode.TYPE_MISMATCH,
              "input of anonymous composite types is not implemented");
        }
        VariableType type = row.fixedType(target.field());
        VariableType fieldType =
            type == null
                ? VariableType.of(row.typeOf(target.field()), row.typeOf(target.field()).toString())
                : type;
        row.writeField(target.field(), conversions.to(fieldType, value));
      }
    }
  }

  /** Returns whether a value is a row of a type, of which an expression returns the text. */
  private static boolean isRow(TypedValue value, VariableStorage.Row row) {
    return row.fixed() != null
        && (value.value() == null
            || (value.value() instanceof String text && text.startsWith("(")));
  }

  private void writeText(VariableStorage.Row row, @Nullable String text) {
    if (text == null) {
      row.clear();
      return;
    }
    List<TypedValue> fields =
        RecordText.parse(text, row.names().size()).stream().map(TypedValue::text).toList();
    writeWhole(row, row.names(), fields);
  }

  private static void requireNotNull(BlockVariable variable, @Nullable Object value) {
    if (value == null && variable.restrictions().notNull()) {
      throw new ColonnadeException(
          ErrorCode.NULL_NOT_ALLOWED,
          "null value cannot be assigned to variable \"%s\" declared NOT NULL"
              .formatted(variable.name()));
    }
  }

  private List<?> withElement(VariableStorage.Scalar scalar, TypedValue value, int element) {
    SqlType type = scalar.type().type().element();
    if (type == null) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "cannot subscript type %s because it does not support subscripting"
              .formatted(scalar.type().type()));
    }
    List<?> before = scalar.read().value() instanceof List<?> list ? list : null;
    return ArraySubscriptFunctions.withElement(
        before, conversions.to(VariableType.of(type, type.toString()), value), element);
  }

  /**
   * Assigns the values of a row to targets.
   *
   * @param row null if there is no row, and all targets become NULL
   */
  void writeRow(
      List<AssignmentTarget> targets,
      List<String> names,
      List<SqlType> types,
      @Nullable Object @Nullable [] row) {
    List<TypedValue> values = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      values.add(TypedValue.of(types.get(i), row == null ? null : row[i]));
    }
    AssignmentTarget first = targets.getFirst();
    if (targets.size() == 1
        && first.field().isEmpty()
        && cell(first.variable()) instanceof VariableStorage.Row whole) {
      writeWhole(whole, names, values);
      return;
    }
    for (int i = 0; i < targets.size(); i++) {
      write(targets.get(i), i < values.size() ? values.get(i) : TypedValue.NULL, 1);
    }
  }

  /** Assigns one row to another. */
  void writeWhole(VariableStorage.Row row, List<String> names, List<TypedValue> values) {
    List<VariableType> fixed = row.fixed();
    if (fixed == null) {
      row.write(names, values);
      return;
    }
    List<TypedValue> converted = new ArrayList<>();
    for (int i = 0; i < fixed.size(); i++) {
      VariableType type = fixed.get(i);
      TypedValue value = i < values.size() ? values.get(i) : TypedValue.NULL;
      converted.add(
          new TypedValue(
              type.type(), conversions.to(type, value), type.isNamed() ? type.name() : null));
    }
    row.write(row.names(), converted);
  }

  /** Resets a variable to its state before its initial value is assigned. */
  void clear(BlockVariable variable) {
    switch (cell(variable)) {
      case VariableStorage.Scalar scalar -> scalar.write(null);
      case VariableStorage.Row row -> row.clear();
    }
  }

  /** Returns whether a value is true as a condition. */
  boolean isTrue(TypedValue value) {
    return Boolean.TRUE.equals(conversions.to(BOOLEAN, value));
  }

  /** Returns the value as an integer; null for NULL. */
  @Nullable Integer number(TypedValue value) {
    return (Integer) conversions.to(INTEGER, value);
  }

  /** Returns a value in its text format. */
  @Nullable String text(TypedValue value) {
    return conversions.text(value);
  }

  /** Returns the error of a NULL where a value is required. */
  static ColonnadeException nullNotAllowed(String what) {
    return new ColonnadeException(ErrorCode.NULL_NOT_ALLOWED, what, ErrorFields.NONE);
  }
}
