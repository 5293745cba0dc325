package dev.colonnade.sql.function;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.ReflectiveCallNotNullImplementor;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.jspecify.annotations.Nullable;

/**
 * An operator of plans that is one static method. Its result is NULL if any argument is; the method
 * never sees one.
 */
public final class RuntimeFunction extends SqlUserDefinedFunction {
  private final Method method;

  private RuntimeFunction(Method method) {
    super(
        new SqlIdentifier(method.getName(), SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        binding -> binding.getTypeFactory().createJavaType(method.getReturnType()),
        null,
        null,
        new MethodFunction(method));
    this.method = method;
  }

  /** The only public static method of this name. */
  static RuntimeFunction of(Class<?> owner, String name) {
    for (Method method : owner.getMethods()) {
      if (method.getName().equals(name)) {
        return new RuntimeFunction(method);
      }
    }
    throw new IllegalArgumentException("no such method: class=" + owner + " name=" + name);
  }

  /** Calls the method; no argument is null. */
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

  /** How generated code calls the method. */
  private record MethodFunction(Method method) implements ScalarFunction, ImplementableFunction {
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
          new ReflectiveCallNotNullImplementor(method), NullPolicy.STRICT, harmonize);
    }
  }
}
