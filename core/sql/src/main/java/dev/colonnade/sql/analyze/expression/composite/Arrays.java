package dev.colonnade.sql.analyze.expression.composite;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.analyze.expression.invoke.Invocations;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.library.array.ArrayConstructionFunctions;
import dev.colonnade.sql.registry.resolve.CommonTypes;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arrays: constructors, elements and slices. */
public final class Arrays {
  private final ExpressionAnalysis analysis;
  private final ExpressionState state;
  private final Conversions conversions;
  private final Invocations invocations;

  public Arrays(ExpressionAnalysis analysis, Invocations invocations) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.state = analysis.state();
    this.conversions = analysis.conversions();
    this.invocations = requireNonNull(invocations, "invocations is null");
  }

  /** Returns an array constructor. */
  public TypedExpression array(Call.Array node) {
    if (node.elements().isEmpty()) {
      throw Positions.error(
          ErrorCode.INDETERMINATE_TYPE,
          "cannot determine type of empty array",
          "Explicitly cast to the desired type, for example ARRAY[]::integer[].",
          node.position());
    }
    List<TypedExpression> elements = analysis.analyzeAll(node.elements());
    TypeReference common = conversions.common("ARRAY", elements);
    Type type =
        Positions.at(
            node.position(),
            () -> state.commonTypes().array(elements.stream().map(TypedExpression::type).toList()));
    return of(
        conversions.toCommon(elements, common),
        TypeReference.of(type),
        CommonTypes.isNested(common.type()),
        node.position());
  }

  /**
   * Returns a constructor of analyzed elements.
   *
   * @param isNested whether the elements are arrays, which get a common dimension
   */
  private TypedExpression of(
      List<TypedExpression> elements, TypeReference type, boolean isNested, int position) {
    List<Expression> values = elements.stream().map(conversions.texts()::read).toList();
    Expression array = isNested ? nested(values) : state.builder().array(values);
    List<RowField> fields = elements.isEmpty() ? List.of() : elements.getFirst().fields();
    boolean isSame = elements.stream().allMatch(element -> element.fields().equals(fields));
    return new TypedExpression(array, type, isSame ? fields : List.of(), position);
  }

  private Expression nested(List<Expression> arrays) {
    return state
        .builder()
        .call(
            ExpressionState.scalar(ArrayConstructionFunctions.class, "nested", "array_of", false),
            TypeKind.ARRAY,
            arrays);
  }

  /** Returns a constructor whose elements are cast to those of a type; null if it is no array. */
  public @Nullable TypedExpression cast(Call.Array node, TypeReference target) {
    Type array = Types.baseOf(target.type());
    Type element = state.registry().types().elementOf(array);
    if (element == null || array.sqlName().endsWith("vector")) {
      return null;
    }
    TypeReference to = new TypeReference(element, target.modifier());
    List<TypedExpression> elements = new ArrayList<>();
    boolean isNested = false;
    for (dev.colonnade.sql.syntax.query.Expression item : node.elements()) {
      TypedExpression inner = item instanceof Call.Array list ? cast(list, target) : null;
      TypedExpression value = inner == null ? analysis.analyze(item) : inner;
      isNested |= CommonTypes.isNested(value.type().type());
      elements.add(value);
    }
    TypeReference common = isNested ? target : to;
    return of(
        elements.stream().map(value -> conversions.cast(value, common)).toList(),
        target,
        isNested,
        node.position());
  }

  /** Returns an element or a slice of an array, or a member of a JSON value. */
  public TypedExpression part(Reference node) {
    List<Reference> steps = new ArrayList<>();
    dev.colonnade.sql.syntax.query.Expression root = node;
    boolean isFurther = true;
    while (isFurther) {
      steps.addFirst((Reference) root);
      isFurther = isFurther(root);
      root = baseOf(root);
    }
    TypedExpression base = analysis.analyze(root);
    Type type = Types.baseOf(base.type().type());
    if (type.name().equals("jsonb")) {
      return ofJson(base, steps);
    }
    requireArray(type, base.position());
    return type.isArray() ? new ArrayParts(analysis).of(base, steps) : character(base, steps);
  }

  private static boolean isFurther(dev.colonnade.sql.syntax.query.Expression step) {
    return step instanceof Reference.Subscript subscript
        ? subscript.isFurther()
        : ((Reference.Slice) step).isFurther();
  }

  private static dev.colonnade.sql.syntax.query.Expression baseOf(
      dev.colonnade.sql.syntax.query.Expression step) {
    return step instanceof Reference.Subscript subscript
        ? subscript.base()
        : ((Reference.Slice) step).base();
  }

  private TypedExpression ofJson(TypedExpression base, List<Reference> steps) {
    TypedExpression value = base;
    for (Reference step : steps) {
      if (step instanceof Reference.Slice slice) {
        throw JsonSubscripts.slice(slice.lower(), slice.upper(), step.position());
      }
      Reference.Subscript subscript = (Reference.Subscript) step;
      TypedExpression index =
          JsonSubscripts.of(analysis.analyze(subscript.index()), state, conversions);
      value = invocations.internal("array_item", List.of(value, index), step.position());
    }
    return value;
  }

  /** Returns a character of a name. */
  private TypedExpression character(TypedExpression base, List<Reference> steps) {
    if (steps.size() > 1 || !(steps.getFirst() instanceof Reference.Subscript subscript)) {
      throw Positions.unsupported(
          "subscripts of type %s".formatted(base.type().type()), steps.getFirst().position());
    }
    TypedExpression index = conversions.subscript(analysis.analyze(subscript.index()));
    return invocations.internal("array_item", List.of(base, index), subscript.position());
  }

  private static void requireArray(Type type, int position) {
    if (type.elementOid() == Type.NONE) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH,
          "cannot subscript type %s because it does not support subscripting".formatted(type),
          position);
    }
  }
}
