package dev.colonnade.sql.analyze.change.value;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.expression.composite.JsonSubscripts;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.function.library.array.ArraySubscriptFunctions;
import dev.colonnade.sql.function.library.json.JsonSubscriptFunctions;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.query.Change.Accessor;
import dev.colonnade.sql.syntax.query.Change.TargetColumn;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.value.ArrayShape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Assignment to an element or a slice of an array, or to a member of JSON: the changed value. */
final class ElementAssignment {
  private final ExpressionAnalyzer expressions;

  ElementAssignment(ExpressionAnalyzer expressions) {
    this.expressions = expressions;
  }

  /**
   * Returns the new array or JSON.
   *
   * @param before the value without the assignment
   */
  Expression of(TypeReference type, TargetColumn target, Expression before, TypedExpression value) {
    Expression item = value(type, target, value);
    return isJson(Types.baseOf(type.type()))
        ? member(before, item, target)
        : with(before, item, target);
  }

  /** Returns an array with another element or slice. */
  Expression with(Expression before, Expression item, TargetColumn target) {
    return isSlice(target)
        ? slice(before, item, target.accessors())
        : element(before, item, target);
  }

  /** Returns the present element, of which a part is assigned. */
  TypedExpression read(TypedExpression array, TargetColumn target) {
    TypeReference type = typeOf(array.type(), target);
    if (isSlice(target) || isJson(Types.baseOf(array.type().type()))) {
      return TypedExpression.of(array.expression(), type, TypedExpression.NO_POSITION);
    }
    List<Expression> arguments = new ArrayList<>(List.of(array.expression()));
    for (Accessor step : target.accessors()) {
      arguments.add(expressions.subscript(((Accessor.ElementAccess) step).index()));
    }
    Expression element =
        new ExpressionBuilder()
            .call(
                ExpressionState.scalar(
                    ArraySubscriptFunctions.class, "arrayItem", "array_item", true),
                ExpressionState.kindOf(type.type()),
                arguments);
    return TypedExpression.of(element, type, TypedExpression.NO_POSITION);
  }

  /** Returns the type of the values that can be assigned. */
  TypeReference typeOf(TypeReference type, TargetColumn target) {
    Registry registry = expressions.context().statement().registry();
    Type array = Types.baseOf(type.type());
    if (isJson(array)) {
      requireNoSlice(target);
      return type;
    }
    Type element = array.isArray() ? registry.types().elementOf(array) : null;
    if (element == null) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "cannot subscript type %s because it does not support subscripting"
              .formatted(type.type()),
          ChangeErrors.fields(target.position()));
    }
    ArrayShape.requireDimensions(target.accessors().size());
    return new TypeReference(isSlice(target) ? array : element, type.modifier());
  }

  private static boolean isJson(Type type) {
    return type.name().equals("jsonb");
  }

  private static void requireNoSlice(TargetColumn target) {
    for (Accessor step : target.accessors()) {
      if (step instanceof Accessor.SliceAccess slice) {
        throw JsonSubscripts.slice(slice.lower(), slice.upper(), slice.position());
      }
    }
  }

  /** Returns a value of JSON with one part replaced. */
  private Expression member(Expression before, Expression value, TargetColumn target) {
    List<Expression> path = new ArrayList<>();
    boolean isOfArray = false;
    for (Accessor step : target.accessors()) {
      Expression key = expressions.jsonSubscript(((Accessor.ElementAccess) step).index());
      isOfArray |= path.isEmpty() && key.type().kind() == TypeKind.INTEGER;
      path.add(key);
    }
    List<Expression> arguments =
        new ArrayList<>(
            List.of(before, value, new Literal(VectorType.of(TypeKind.BOOLEAN), isOfArray)));
    arguments.addAll(path);
    return new ExpressionBuilder()
        .call(
            ExpressionState.scalar(JsonSubscriptFunctions.class, "withItem", "withItem", false),
            TypeKind.JSONB,
            arguments);
  }

  private static boolean isSlice(TargetColumn target) {
    return target.accessors().stream().anyMatch(step -> step instanceof Accessor.SliceAccess);
  }

  /** Returns whether a step is an element or a slice. */
  static boolean isSubscript(Accessor step) {
    return step instanceof Accessor.ElementAccess || step instanceof Accessor.SliceAccess;
  }

  private Expression value(TypeReference whole, TargetColumn target, TypedExpression value) {
    TypeReference type = typeOf(whole, target);
    TypedExpression found = expressions.findAssigned(value, type);
    if (found == null) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "subscripted assignment to \"%s\" requires type %s but expression is of type %s"
              .formatted(target.name(), type.type(), value.type().type()),
          ChangeErrors.fields(target.position())
              .withHint("You will need to rewrite or cast the expression."));
    }
    return isSlice(target) ? found.expression() : expressions.read(found);
  }

  private Expression element(Expression before, Expression value, TargetColumn target) {
    List<Expression> arguments = new ArrayList<>(List.of(before, value));
    for (Accessor step : target.accessors()) {
      arguments.add(expressions.subscript(((Accessor.ElementAccess) step).index()));
    }
    return call("withElement", arguments);
  }

  private Expression slice(Expression before, Expression value, List<Accessor> steps) {
    StringBuilder form = new StringBuilder();
    List<Expression> bounds = new ArrayList<>();
    for (Accessor step : steps) {
      if (step instanceof Accessor.SliceAccess slice) {
        addBound(slice.lower(), bounds);
        addBound(slice.upper(), bounds);
        form.append(
            slice.lower() == null
                ? slice.upper() == null ? 'n' : 'u'
                : slice.upper() == null ? 'l' : 'b');
      } else {
        bounds.add(ExpressionState.integer(1));
        bounds.add(expressions.subscript(((Accessor.ElementAccess) step).index()));
        form.append('b');
      }
    }
    List<Expression> arguments = new ArrayList<>(List.of(before, value));
    arguments.add(ExpressionState.text(form.toString()));
    arguments.addAll(bounds);
    return call("withSlice", arguments);
  }

  private void addBound(
      dev.colonnade.sql.syntax.query.@Nullable Expression bound, List<Expression> bounds) {
    if (bound != null) {
      bounds.add(expressions.subscript(bound));
    }
  }

  private static Expression call(String method, List<Expression> arguments) {
    boolean isStrict = false;
    return new ExpressionBuilder()
        .call(
            ExpressionState.scalar(ArraySubscriptFunctions.class, method, method, isStrict),
            TypeKind.ARRAY,
            arguments);
  }
}
