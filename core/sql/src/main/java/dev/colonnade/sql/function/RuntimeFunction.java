package dev.colonnade.sql.function;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.adapter.enumerable.NotNullImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.apache.calcite.util.BuiltInMethod;
import org.jspecify.annotations.Nullable;

/**
 * One static method as a function of a plan. Its arguments and its result are values as {@link
 * dev.colonnade.sql.type.TypeKind} says they are held. A strict function is not called if an
 * argument is null: the result is null then.
 *
 * <p>A first parameter that is a {@link StatementService} is no argument: the running statement
 * gives it. The last may be an array of objects, which takes all arguments that are left.
 */
public final class RuntimeFunction extends SqlUserDefinedFunction {
  private final Method method;
  private final boolean isStrict;
  private final boolean isVolatile;
  private final int parameterCount;

  /** Keeps calls of a volatile function apart in a plan; 0 if it is not of one call. */
  private final int callNumber;

  /** The name of the service that the method takes first; null if it takes none. */
  private final @Nullable String service;

  private RuntimeFunction(Method method, boolean isStrict, boolean isVolatile, int callNumber) {
    super(
        new SqlIdentifier(method.getName(), SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        binding -> binding.getTypeFactory().createJavaType(method.getReturnType()),
        null,
        null,
        new MethodFunction(method, isStrict, callNumber));
    this.method = method;
    this.isStrict = isStrict;
    this.isVolatile = isVolatile;
    this.callNumber = callNumber;
    this.parameterCount = method.getParameterCount();
    Class<?> taken = serviceOf(method);
    this.service = taken == null ? null : taken.getName();
    if (isVolatile && service == null) {
      throw new IllegalArgumentException("volatile without a service: method=" + method);
    }
  }

  /**
   * The strict function of a public static method, which no other method of the class overloads.
   */
  public static RuntimeFunction of(Class<?> owner, String name) {
    for (Method method : owner.getMethods()) {
      if (method.getName().equals(name)) {
        return of(method, true, false);
      }
    }
    throw new IllegalArgumentException("no such method: class=" + owner + " name=" + name);
  }

  /** As {@link #of(Class, String)}, but the method is called with nulls too. */
  static RuntimeFunction takingNulls(Class<?> owner, String name) {
    return of(of(owner, name).method, false, false);
  }

  /**
   * The function of a public static method.
   *
   * @param isStrict whether the result is null if an argument is
   * @param isVolatile whether two calls with the same arguments can differ in one statement
   */
  public static RuntimeFunction of(Method method, boolean isStrict, boolean isVolatile) {
    return new RuntimeFunction(method, isStrict, isVolatile, 0);
  }

  /** The function as one call of it means it, which no other call is taken for. */
  public RuntimeFunction numbered(int number) {
    return new RuntimeFunction(method, isStrict, isVolatile, number);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return super.equals(other)
        && other instanceof RuntimeFunction function
        && callNumber == function.callNumber;
  }

  @Override
  public int hashCode() {
    return 31 * super.hashCode() + callNumber;
  }

  @Override
  public boolean isDeterministic() {
    return !isVolatile;
  }

  /** The class that has the method. */
  public Class<?> owner() {
    return method.getDeclaringClass();
  }

  /** Whether the statement that runs has a part in the result: its settings, time or session. */
  public boolean asksStatement() {
    return service != null;
  }

  /** Whether the result is null, and the function not called, if an argument is. */
  public boolean isStrict() {
    return isStrict;
  }

  /** Calls the method; none of the arguments of a strict function is null. */
  public @Nullable Object call(StatementServices services, List<? extends @Nullable Object> given) {
    int taken = 0;
    @Nullable Object[] arguments = new @Nullable Object[parameterCount];
    int filled = 0;
    if (service != null) {
      arguments[filled++] = services.find(service);
    }
    int fixed = method.isVarArgs() ? parameterCount - 1 : parameterCount;
    while (filled < fixed) {
      arguments[filled++] = given.get(taken++);
    }
    if (method.isVarArgs()) {
      arguments[filled] = given.subList(taken, given.size()).toArray();
    }
    return call(arguments);
  }

  private @Nullable Object call(@Nullable Object[] arguments) {
    try {
      return method.invoke(null, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("function failed: " + method.getName(), e);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("function is not public: " + method.getName(), e);
    }
  }

  /** The service that the method takes as its first parameter; null if it takes none. */
  public static @Nullable Class<?> serviceOf(Method method) {
    Class<?>[] types = method.getParameterTypes();
    boolean isThere = types.length > 0 && StatementService.class.isAssignableFrom(types[0]);
    return isThere ? types[0] : null;
  }

  /** The method as the generated code calls it. */
  private record MethodFunction(Method method, boolean isStrict, int callNumber)
      implements ScalarFunction, ImplementableFunction, NotNullImplementor {
    MethodFunction {
      requireNonNull(method, "method is null");
    }

    @Override
    public RelDataType getReturnType(RelDataTypeFactory factory) {
      return factory.createJavaType(method.getReturnType());
    }

    @Override
    public List<FunctionParameter> getParameters() {
      return List.of();
    }

    @Override
    public CallImplementor getImplementor() {
      boolean harmonize = false;
      return RexImpTable.createImplementor(
          this, isStrict ? NullPolicy.STRICT : NullPolicy.NONE, harmonize);
    }

    @Override
    public Expression implement(
        RexToLixTranslator translator, RexCall call, List<Expression> operands) {
      List<Class<?>> parameters = Arrays.asList(method.getParameterTypes());
      List<Expression> arguments = new ArrayList<>();
      Class<?> service = serviceOf(method);
      if (service != null) {
        Expression found =
            Expressions.call(
                translator.getRoot(),
                BuiltInMethod.DATA_CONTEXT_GET.method,
                Expressions.constant(
                    callNumber == 0 ? service.getName() : service.getName() + "#" + callNumber));
        arguments.add(Expressions.convert_(found, service));
      }
      int fixed = method.isVarArgs() ? parameters.size() - 1 : parameters.size();
      int taken = 0;
      while (arguments.size() < fixed) {
        Expression operand = operands.get(taken++);
        arguments.add(EnumUtils.convert(operand, parameters.get(arguments.size())));
      }
      if (method.isVarArgs()) {
        List<Expression> rest =
            operands.subList(taken, operands.size()).stream()
                .map(
                    operand ->
                        (Expression) Expressions.convert_(Expressions.box(operand), Object.class))
                .toList();
        arguments.add(Expressions.newArrayInit(Object.class, rest));
      }
      return Expressions.call(method, arguments);
    }
  }
}
