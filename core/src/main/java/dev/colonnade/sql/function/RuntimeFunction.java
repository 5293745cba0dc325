package dev.colonnade.sql.function;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.ReflectiveCallNotNullImplementor;
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
 * An operator of plans that is one static method. Unless it was made to take nulls, its result is
 * NULL if any argument is, and the method never sees one. A first parameter that is a {@link
 * StatementService} is no argument: the running statement gives it.
 */
public final class RuntimeFunction extends SqlUserDefinedFunction {
  private final Method method;

  private RuntimeFunction(Method method, NullPolicy nulls) {
    super(
        new SqlIdentifier(method.getName(), SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        binding -> binding.getTypeFactory().createJavaType(method.getReturnType()),
        null,
        null,
        new MethodFunction(method, nulls));
    this.method = method;
  }

  /** The only public static method of this name. */
  static RuntimeFunction of(Class<?> owner, String name) {
    return new RuntimeFunction(find(owner, name), NullPolicy.STRICT);
  }

  /** As {@link #of}, but the method is called with nulls too: its parameters are boxed. */
  static RuntimeFunction takingNulls(Class<?> owner, String name) {
    return new RuntimeFunction(find(owner, name), NullPolicy.NONE);
  }

  private static Method find(Class<?> owner, String name) {
    for (Method method : owner.getMethods()) {
      if (method.getName().equals(name)) {
        return method;
      }
    }
    throw new IllegalArgumentException("no such method: class=" + owner + " name=" + name);
  }

  /** Whether the method asks something of the statement that it runs in. */
  public boolean needsContext() {
    return contextOf(method) != null;
  }

  /** Calls the method, which needs no context; no argument is null. */
  public @Nullable Object call(List<Object> arguments) {
    try {
      return method.invoke(null, arguments.toArray());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("function failed: " + method.getName(), e);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("function is not public: " + method.getName(), e);
    }
  }

  private static @Nullable Class<?> contextOf(Method method) {
    Class<?>[] types = method.getParameterTypes();
    boolean isThere = types.length > 0 && StatementService.class.isAssignableFrom(types[0]);
    return isThere ? types[0] : null;
  }

  /** How generated code calls the method. */
  private static final class MethodFunction extends ReflectiveCallNotNullImplementor
      implements ScalarFunction, ImplementableFunction {
    private final NullPolicy nulls;

    MethodFunction(Method method, NullPolicy nulls) {
      super(requireNonNull(method, "method is null"));
      this.nulls = nulls;
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
      return RexImpTable.createImplementor(this, nulls, harmonize);
    }

    @Override
    public Expression implement(
        RexToLixTranslator translator, RexCall call, List<Expression> operands) {
      Class<?> context = contextOf(method);
      if (context == null) {
        return super.implement(translator, call, operands);
      }
      Expression found =
          Expressions.call(
              translator.getRoot(),
              BuiltInMethod.DATA_CONTEXT_GET.method,
              Expressions.constant(context.getName()));
      List<Expression> arguments = new ArrayList<>();
      arguments.add(Expressions.convert_(found, context));
      arguments.addAll(operands);
      return super.implement(translator, call, arguments);
    }
  }
}
