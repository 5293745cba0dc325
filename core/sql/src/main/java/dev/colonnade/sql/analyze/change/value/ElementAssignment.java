package dev.colonnade.sql.analyze.change.value;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.schema.Column;
import java.util.List;

/** Assignment to an element or a slice of a column that is an array: the changed array. */
final class ElementAssignment {
  private static final String ELEMENT = "with element";
  private static final String SLICE = "with slice";

  private final ExpressionAnalyzer expressions;
  private final Registry registry;

  ElementAssignment(ExpressionAnalyzer expressions) {
    this.expressions = expressions;
    this.registry = expressions.context().statement().registry();
  }

  /**
   * Returns the new array.
   *
   * @param before the array without the assignment
   */
  Expression of(
      Column column,
      Change.TargetColumn target,
      Expression before,
      dev.colonnade.sql.syntax.query.Expression value) {
    Type array = ColumnTypes.of(column, registry).type();
    Type element = array.isArray() ? registry.types().elementOf(array) : null;
    if (element == null || target.accessors().size() != 1) {
      throw unsupported(target);
    }
    return switch (target.accessors().getFirst()) {
      case Change.Accessor.ElementAccess access ->
          call(
              ELEMENT,
              before,
              index(column, access.index()),
              assigned(column, value, TypeReference.of(element)));
      case Change.Accessor.SliceAccess(var lower, var upper, int _)
          when lower != null && upper != null ->
          call(
              SLICE,
              before,
              index(column, lower),
              index(column, upper),
              assigned(column, value, TypeReference.of(array)));
      case Change.Accessor.SliceAccess _,
          Change.Accessor.FieldAccess _,
          Change.Accessor.AllFieldsAccess _ ->
          throw unsupported(target);
    };
  }

  private static ColonnadeException unsupported(Change.TargetColumn target) {
    return ChangeErrors.unsupported(
        target.position(),
        "assignment to a field, or to a slice without bounds, of a column is not supported");
  }

  private Expression index(Column column, dev.colonnade.sql.syntax.query.Expression node) {
    return assigned(column, node, TypeReference.of(registry.types().require(TypeOids.INT4)));
  }

  private Expression assigned(
      Column column, dev.colonnade.sql.syntax.query.Expression node, TypeReference type) {
    return expressions
        .assign(column.name(), expressions.analyze(node).at(AssignedPositions.of(node)), type)
        .expression();
  }

  private Expression call(String name, Expression... arguments) {
    if (registry.internals().named(name).getFirst().implementation()
        instanceof Implementation.Method method) {
      return new ExpressionBuilder().call(method.function(), TypeKind.ARRAY, List.of(arguments));
    }
    throw new IllegalStateException("function is not a method: name=" + name);
  }
}
