package dev.colonnade.sql.analyze.expression.composite;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.analyze.expression.value.RowFields;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.system.SystemOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows: constructors, fields, and all fields. */
public final class Composites {
  private final ExpressionAnalysis analysis;
  private final ExpressionState state;

  public Composites(ExpressionAnalysis analysis) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.state = analysis.state();
  }

  /** Returns a row constructor. */
  public TypedExpression row(Call.Row node) {
    List<Expression> values = new ArrayList<>();
    List<RowField> fields = new ArrayList<>();
    for (TypedExpression value : fields(node)) {
      TypedExpression field = analysis.conversions().decided(value);
      values.add(field.expression());
      fields.add(new RowField("f" + (fields.size() + 1), field.type(), field.fields()));
    }
    RowFields.requireCount(values.size(), node.position());
    return new TypedExpression(
        state.builder().row(values), state.reference("record"), fields, node.position());
  }

  /**
   * Returns the fields of a row, with all columns in the place of {@code t.*} and {@code (x).*}.
   */
  public List<TypedExpression> fields(Call.Row row) {
    List<TypedExpression> found = new ArrayList<>();
    for (dev.colonnade.sql.syntax.query.Expression node : row.fields()) {
      switch (node) {
        case Reference.Star star ->
            state
                .context()
                .names()
                .star(star)
                .forEach(column -> found.add(column.value().at(star.position())));
        case Reference.AllFields all -> allFields(all).forEach(field -> found.add(field.value()));
        default -> found.add(analysis.analyze(node));
      }
    }
    return found;
  }

  /** Returns the fields of {@code (x).*}. */
  public List<NamedColumn> allFields(Reference.AllFields node) {
    TypedExpression row = analysis.analyze(node.base());
    if (!RowFields.isRow(row.type().type())) {
      throw Positions.error(
          ErrorCode.WRONG_OBJECT_TYPE,
          "type %s is not composite".formatted(row.type().type()),
          node.position());
    }
    record(row.type().type(), node.position(), null);
    List<NamedColumn> found = new ArrayList<>();
    List<RowField> fields = analysis.conversions().rows().fields(row);
    List<TypedExpression> values = analysis.conversions().rows().of(row);
    for (int i = 0; i < fields.size(); i++) {
      found.add(new NamedColumn(fields.get(i).name(), values.get(i), Origin.NONE));
    }
    return found;
  }

  private void record(Type row, int position, @Nullable String name) {
    NameUses uses = state.statement().uses();
    Type type = Types.baseOf(row);
    if (uses != null && type.isComposite()) {
      int typeId =
          SystemOids.idOf(
              Integer.toUnsignedLong(type.oid()) - SystemOids.rowType(0) + SystemOids.of(0));
      uses.addField(position, new NameUses.Field(typeId, name));
    }
  }

  /** Returns a field of a row. */
  public TypedExpression field(Reference.Field node) {
    TypedExpression row = analysis.analyze(node.base());
    TypedExpression found = find(row, node.name());
    if (found != null) {
      record(row.type().type(), node.position(), node.name());
      return found.at(node.position());
    }
    Type type = row.type().type();
    if (!RowFields.isRow(type)) {
      throw Positions.error(
          ErrorCode.WRONG_OBJECT_TYPE,
          "column notation .%s applied to type %s, which is not a composite type"
              .formatted(node.name(), type),
          node.base().position());
    }
    throw Positions.error(
        ErrorCode.UNKNOWN_COLUMN,
        type.isComposite()
            ? "column \"%s\" not found in data type %s".formatted(node.name(), type)
            : "could not identify column \"%s\" in record data type".formatted(node.name()),
        node.base().position());
  }

  /** Returns a field of a row by its name; null if there is none, or the value is no row. */
  public @Nullable TypedExpression find(TypedExpression row, String name) {
    if (!RowFields.isRow(row.type().type())) {
      return null;
    }
    List<RowField> fields = analysis.conversions().rows().fields(row);
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return analysis.conversions().rows().field(row, i, fields.get(i));
      }
    }
    return null;
  }
}
