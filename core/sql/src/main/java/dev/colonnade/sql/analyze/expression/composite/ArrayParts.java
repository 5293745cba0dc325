package dev.colonnade.sql.analyze.expression.composite;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.library.array.ArraySubscriptFunctions;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.ArrayShape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Elements and slices of arrays, with one subscript for each dimension. */
final class ArrayParts {
  private final ExpressionAnalysis analysis;
  private final ExpressionState state;
  private final Conversions conversions;

  ArrayParts(ExpressionAnalysis analysis) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.state = analysis.state();
    this.conversions = analysis.conversions();
  }

  /** Returns the part of an array that subscripts select; a slice if one of them is. */
  TypedExpression of(TypedExpression array, List<Reference> steps) {
    ArrayShape.requireDimensions(steps.size());
    int position = steps.getLast().position();
    boolean isSlice = steps.stream().anyMatch(step -> step instanceof Reference.Slice);
    return isSlice ? slice(array, steps, position) : element(array, steps, position);
  }

  private TypedExpression element(TypedExpression array, List<Reference> steps, int position) {
    Type type = Types.baseOf(array.type().type());
    Type element = requireNonNull(state.registry().types().elementOf(type), "no element type");
    List<Expression> arguments = new ArrayList<>();
    arguments.add(array.expression());
    for (Reference step : steps) {
      arguments.add(subscript(((Reference.Subscript) step).index()));
    }
    Expression found =
        state.call(
            ArraySubscriptFunctions.class,
            "arrayItem",
            ExpressionState.kindOf(element),
            "array_item",
            arguments);
    TypeReference elementType = new TypeReference(element, array.type().modifier());
    boolean isPadded = found.type().kind() == TypeKind.CHAR && elementType.hasModifier();
    return new TypedExpression(
        isPadded ? conversions.withoutBlanksOfText(found) : found,
        elementType,
        array.fields(),
        position);
  }

  private TypedExpression slice(TypedExpression array, List<Reference> steps, int position) {
    StringBuilder form = new StringBuilder();
    List<Expression> bounds = new ArrayList<>();
    for (Reference step : steps) {
      form.append(addBounds(step, bounds));
    }
    List<Expression> arguments = new ArrayList<>();
    arguments.add(array.expression());
    arguments.add(ExpressionState.text(form.toString()));
    arguments.addAll(bounds);
    Expression found =
        state.call(
            ArraySubscriptFunctions.class, "arraySlice", TypeKind.ARRAY, "array_slice", arguments);
    Type type = Types.baseOf(array.type().type());
    return new TypedExpression(
        found, new TypeReference(type, array.type().modifier()), array.fields(), position);
  }

  /** Adds the bounds of a subscript; returns their form. An element is a slice from 1 to it. */
  private char addBounds(Reference step, List<Expression> bounds) {
    if (!(step instanceof Reference.Slice slice)) {
      bounds.add(ExpressionState.integer(1));
      bounds.add(subscript(((Reference.Subscript) step).index()));
      return 'b';
    }
    addBound(slice.lower(), bounds);
    addBound(slice.upper(), bounds);
    return slice.lower() == null
        ? slice.upper() == null ? 'n' : 'u'
        : slice.upper() == null ? 'l' : 'b';
  }

  private void addBound(
      dev.colonnade.sql.syntax.query.@Nullable Expression bound, List<Expression> bounds) {
    if (bound != null) {
      bounds.add(subscript(bound));
    }
  }

  private Expression subscript(dev.colonnade.sql.syntax.query.Expression node) {
    return conversions.subscript(analysis.analyze(node)).expression();
  }
}
