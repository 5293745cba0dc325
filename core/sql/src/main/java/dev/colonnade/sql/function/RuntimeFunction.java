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
 * Function of a plan that is implemented by one static method. Arguments and result have the
 * internal representation that {@link dev.colonnade.sql.type.TypeKind} defines. A strict function
 * is not called if an argument is null; its result is null then.
 *
 * <p>A first parameter that is a {@link StatementService} is no argument: the running statement
 * provides it. The last parameter may be a varargs array, which receives all remaining arguments.
 */
public final class RuntimeFunction extends SqlUserDefinedFunction {
  private final Method method;
  private final boolean isStrict;
  private final boolean isVolatile;
  private final int parameterCount;

  /**
   * Number that distinguishes calls of a volatile function in a plan; 0 if this is not specific to
   * one call.
   */
  private final int callNumber;

  /** Name of the service that is the method's first parameter; null if there is none. */
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
    Class<?> serviceClass = serviceOf(method);
    this.service = serviceClass == null ? null : serviceClass.getName();
    if (isVolatile && service == null) {
      throw new IllegalArgumentException("volatile function without a service: method=" + method);
    }
  }

  /** Returns the strict function of a public static method that is not overloaded. */
  public static RuntimeFunction of(Class<?> owner, String name) {
    for (Method method : owner.getMethods()) {
      if (method.getName().equals(name)) {
        return of(method, true, false);
      }
    }
    throw new IllegalArgumentException("no such method: class=" + owner + " name=" + name);
  }

  /** Returns a variant of {@link #of(Class, String)} that is also called with null arguments. */
  public static RuntimeFunction calledOnNull(Class<?> owner, String name) {
    return of(of(owner, name).method, false, false);
  }

  /**
   * Returns the function of a public static method.
   *
   * @param isStrict whether the result is null if an argument is
   * @param isVolatile whether two calls with the same arguments can differ in one statement
   */
  public static RuntimeFunction of(Method method, boolean isStrict, boolean isVolatile) {
    return new RuntimeFunction(method, isStrict, isVolatile, 0);
  }

  /** Returns the function of one call, which the planner does not merge with other calls. */
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

  /** Returns the class that declares the method. */
  public Class<?> owner() {
    return method.getDeclaringClass();
  }

  /** Returns whether the result depends on the running statement: its settings, time or session. */
  public boolean dependsOnStatement() {
    return service != null;
  }

  /** Returns whether the function is not called, and the result is null, if an argument is null. */
  public boolean isStrict() {
    return isStrict;
  }

  /** Calls the method; the arguments of a strict function must not be null. */
  public @Nullable Object call(StatementServices services, List<? extends @Nullable Object> given) {
    int consumed = 0;
    @Nullable Object[] arguments = new @Nullable Object[parameterCount];
    int filled = 0;
    if (service != null) {
      arguments[filled++] = services.find(service);
    }
    int fixed = method.isVarArgs() ? parameterCount - 1 : parameterCount;
    while (filled < fixed) {
      arguments[filled++] = given.get(consumed++);
    }
    if (method.isVarArgs()) {
      arguments[filled] = given.subList(consumed, given.size()).toArray();
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

  /** Returns the service that is the method's first parameter; null if there is none. */
  public static @Nullable Class<?> serviceOf(Method method) {
    Class<?>[] types = method.getParameterTypes();
    boolean isThere = types.length > 0 && StatementService.class.isAssignableFrom(types[0]);
    return isThere ? types[0] : null;
  }

  /** Code generation for calls of the method. */
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
      int consumed = 0;
      while (arguments.size() < fixed) {
        Expression operand = operands.get(consumed++);
        arguments.add(EnumUtils.convert(operand, parameters.get(arguments.size())));
      }
      if (method.isVarArgs()) {
        List<Expression> rest =
            operands.subList(consumed, operands.size()).stream()
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
