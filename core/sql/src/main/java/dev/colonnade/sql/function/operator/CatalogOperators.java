package dev.colonnade.sql.function.operator;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** Calcite operators of the system catalog information functions. */
public final class CatalogOperators {
  private static final String ARRAY = "[]";
  private static final List<SqlOperator> OPERATORS = new ArrayList<>();

  static {
    add("format_type", TypeKind.TEXT, 2, "formatType", "oid", "int4");
    add("pg_get_expr", TypeKind.TEXT, 2, "pgGetExpr", "text", "oid", "bool");
    add("pg_get_constraintdef", TypeKind.TEXT, 1, "pgGetConstraintdef", "oid", "bool");
    add("pg_get_indexdef", TypeKind.TEXT, 1, "pgGetIndexdef", "oid", "int4", "bool");
    add("pg_get_viewdef", TypeKind.TEXT, 1, "pgGetViewdef", "regclass", "bool");
    for (String name :
        List.of(
            "pg_get_ruledef",
            "pg_get_triggerdef",
            "pg_get_statisticsobjdef_columns",
            "pg_get_statisticsobjdef",
            "pg_get_partkeydef",
            "pg_get_partition_constraintdef",
            "pg_get_functiondef",
            "pg_get_function_sqlbody")) {
      add(name, TypeKind.TEXT, 1, "nothing", "oid", "bool");
    }
    add("colonnade_create_statement", TypeKind.TEXT, 1, "createStatement", "regclass");
    add("pg_get_userbyid", TypeKind.NAME, 1, "pgGetUserbyid", "oid");
    add("obj_description", TypeKind.TEXT, 1, "objDescription", "oid", "name");
    add("shobj_description", TypeKind.TEXT, 2, "objDescription", "oid", "name");
    add("col_description", TypeKind.TEXT, 2, "colDescription", "oid", "int4");
    add("pg_table_is_visible", TypeKind.BOOLEAN, 1, "pgTableIsVisible", "oid");
    add("pg_type_is_visible", TypeKind.BOOLEAN, 1, "pgTypeIsVisible", "oid");
    add("pg_function_is_visible", TypeKind.BOOLEAN, 1, "pgFunctionIsVisible", "oid");
    for (String kind :
        List.of(
            "operator",
            "opclass",
            "opfamily",
            "collation",
            "conversion",
            "statistics_obj",
            "ts_config",
            "ts_dict",
            "ts_parser",
            "ts_template")) {
      add("pg_" + kind + "_is_visible", TypeKind.BOOLEAN, 1, "isVisible", "oid");
    }
    privileges();
    sizes();
    counters();
    settingsAndNames();
    session();
    typeModifiers();
  }

  private static void privileges() {
    for (String kind :
        List.of(
            "table",
            "column",
            "any_column",
            "schema",
            "database",
            "sequence",
            "function",
            "language",
            "type",
            "tablespace",
            "server")) {
      add(
          "has_" + kind + "_privilege",
          TypeKind.BOOLEAN,
          2,
          "hasPrivilege",
          "text",
          "text",
          "text",
          "text");
    }
    add(
        "has_parameter_privilege",
        TypeKind.BOOLEAN,
        2,
        "hasPrivilege",
        "text",
        "text",
        "text",
        "text");
    add("acldefault", TypeKind.ARRAY, 2, "acldefault", "text", "oid");
    add("pg_has_role", TypeKind.BOOLEAN, 2, "pgHasRole", "text", "text", "text");
  }

  private static void sizes() {
    add("pg_relation_size", TypeKind.BIGINT, 1, "pgRelationSize", "regclass", "text");
    add("pg_table_size", TypeKind.BIGINT, 1, "pgRelationSize", "regclass", "text");
    add("pg_total_relation_size", TypeKind.BIGINT, 1, "pgTotalRelationSize", "regclass");
    add("pg_indexes_size", TypeKind.BIGINT, 1, "pgIndexesSize", "regclass");
    add("pg_database_size", TypeKind.BIGINT, 1, "pgDatabaseSize", "text");
    add("pg_tablespace_size", TypeKind.BIGINT, 1, "pgDatabaseSize", "text");
    add("pg_size_pretty", TypeKind.TEXT, 1, "pgSizePretty", "int8");
  }

  /**
   * Adds the counters that tools display for tables and indexes and that the server does not
   * maintain.
   */
  private static void counters() {
    for (String name :
        List.of(
            "numscans",
            "tuples_returned",
            "tuples_fetched",
            "tuples_inserted",
            "tuples_updated",
            "tuples_deleted",
            "tuples_hot_updated",
            "dead_tuples",
            "mod_since_analyze",
            "ins_since_vacuum",
            "blocks_fetched",
            "blocks_hit",
            "vacuum_count",
            "autovacuum_count",
            "analyze_count",
            "autoanalyze_count")) {
      add("pg_stat_get_" + name, TypeKind.BIGINT, 1, "notCounted", "oid");
    }
  }

  private static void settingsAndNames() {
    add("pg_encoding_to_char", TypeKind.NAME, 1, "pgEncodingToChar", "int4");
    add("pg_char_to_encoding", TypeKind.INTEGER, 1, "pgCharToEncoding", "text");
    add("current_setting", TypeKind.TEXT, 1, "currentSetting", "text", "bool");
    add("set_config", TypeKind.TEXT, 3, "setConfig", "text", "text", "bool");
    add("to_regclass", TypeKind.REGCLASS, 1, "toRegclass", "text");
    add("to_regtype", TypeKind.REGTYPE, 1, "toRegtype", "text");
    add("to_regproc", TypeKind.REGPROC, 1, "toRegproc", "text");
    add("to_regnamespace", TypeKind.REGNAMESPACE, 1, "toRegnamespace", "text");
    add("pg_get_serial_sequence", TypeKind.TEXT, 2, "pgGetSerialSequence", "text", "text");
    add("pg_get_function_result", TypeKind.TEXT, 1, "pgGetFunctionResult", "oid");
    add("pg_get_function_arguments", TypeKind.TEXT, 1, "pgGetFunctionArguments", "oid");
    add("pg_get_function_identity_arguments", TypeKind.TEXT, 1, "pgGetFunctionArguments", "oid");
    add("oidvectortypes", TypeKind.TEXT, 1, "oidvectortypes", "oid[]");
    add("pg_is_in_recovery", TypeKind.BOOLEAN, 0, "no");
    add("pg_is_wal_replay_paused", TypeKind.BOOLEAN, 0, "no");
    add("inet_server_addr", TypeKind.TEXT, 0, "unknownAddress");
    add("inet_client_addr", TypeKind.TEXT, 0, "unknownAddress");
    add("inet_server_port", TypeKind.INTEGER, 0, "unknownPort");
    add("inet_client_port", TypeKind.INTEGER, 0, "unknownPort");
    add("pg_tablespace_location", TypeKind.TEXT, 1, "pgTablespaceLocation", "oid");
    add("pg_relation_is_publishable", TypeKind.BOOLEAN, 1, "pgRelationIsPublishable", "regclass");
    add("pg_my_temp_schema", TypeKind.OID, 0, "pgMyTempSchema");
    add("pg_is_other_temp_schema", TypeKind.BOOLEAN, 1, "pgIsOtherTempSchema", "oid");
  }

  private static void session() {
    add("current_database", TypeKind.NAME, 0, "currentDatabase");
    add("current_catalog", TypeKind.NAME, 0, "currentDatabase");
    add("current_user", TypeKind.NAME, 0, "currentUser");
    add("current_schema", TypeKind.NAME, 0, "currentSchema");
    add("current_schemas", TypeKind.ARRAY, 1, "currentSchemas", "bool");
    add("pg_client_encoding", TypeKind.NAME, 0, "pgClientEncoding");
    add("getdatabaseencoding", TypeKind.NAME, 0, "pgClientEncoding");
  }

  /** Adds the helper functions of information_schema, which jOOQ calls directly. */
  private static void typeModifiers() {
    information("_pg_char_max_length", TypeKind.INTEGER, "charMaxLength", "oid", "int4");
    information("_pg_char_octet_length", TypeKind.INTEGER, "charOctetLength", "oid", "int4");
    information("_pg_numeric_precision", TypeKind.INTEGER, "numericPrecision", "oid", "int4");
    information(
        "_pg_numeric_precision_radix", TypeKind.INTEGER, "numericPrecisionRadix", "oid", "int4");
    information("_pg_numeric_scale", TypeKind.INTEGER, "numericScale", "oid", "int4");
    information("_pg_datetime_precision", TypeKind.INTEGER, "datetimePrecision", "oid", "int4");
    information("nameconcatoid", TypeKind.NAME, "nameConcatOid", "name", "oid");
  }

  private static void information(
      String name, TypeKind result, String method, String... arguments) {
    OPERATORS.add(
        new CatalogOperator(
            name,
            result,
            SqlOperandCountRanges.of(arguments.length),
            List.of(arguments),
            RuntimeFunction.of(InformationSchemaFunctions.class, method).named(name)));
  }

  /** Returns the operator of a name; throws if there is none. */
  public static SqlOperator named(String name) {
    return OPERATORS.stream()
        .filter(operator -> operator.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such function: name=" + name));
  }

  private CatalogOperators() {}

  private static void add(
      String name, TypeKind result, int argumentsMin, String method, String... arguments) {
    boolean isCalledOnNull = argumentsMin < arguments.length || name.equals("format_type");
    RuntimeFunction function =
        isCalledOnNull
            ? RuntimeFunction.calledOnNull(CatalogFunctions.class, method)
            : RuntimeFunction.of(CatalogFunctions.class, method);
    OPERATORS.add(
        new CatalogOperator(
            name,
            result,
            SqlOperandCountRanges.between(argumentsMin, arguments.length),
            List.of(arguments),
            name.equals("set_config")
                ? function.named(name).with(Volatility.VOLATILE)
                : function.named(name)));
  }

  /** Returns all operators. */
  static List<SqlOperator> operators() {
    return OPERATORS;
  }

  /** Operator of one function; lowering casts its arguments to its parameter types. */
  public static final class CatalogOperator extends SqlFunction {
    private final TypeKind result;
    private final List<String> argumentTypes;
    private final RuntimeFunction function;

    private CatalogOperator(
        String name,
        TypeKind result,
        SqlOperandCountRange count,
        List<String> argumentTypes,
        RuntimeFunction function) {
      super(
          name,
          SqlKind.OTHER_FUNCTION,
          binding -> typeOf(result, binding.getTypeFactory()),
          (binding, returnType, operandTypes) -> {
            for (int i = 0; i < operandTypes.length; i++) {
              operandTypes[i] = typeOf(argumentTypes.get(i), binding.getTypeFactory());
            }
          },
          OperandTypes.variadic(count),
          SqlFunctionCategory.USER_DEFINED_FUNCTION);
      this.result = result;
      this.argumentTypes = List.copyOf(argumentTypes);
      this.function = function;
    }

    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
      call.getOperandList().forEach(operand -> validator.deriveType(scope, operand));
      return super.deriveType(validator, scope, call);
    }

    /**
     * Returns whether the operator is deterministic within a statement. Only set_config changes
     * state; a statement does not see concurrent changes of the catalog.
     */
    @Override
    public boolean isDeterministic() {
      return !getName().equals("set_config");
    }

    /** Returns the type to which an argument is cast. */
    public RelDataType argumentType(RelDataTypeFactory factory, int argument) {
      return typeOf(argumentTypes.get(argument), factory);
    }

    private static RelDataType typeOf(String name, RelDataTypeFactory factory) {
      if (name.endsWith(ARRAY)) {
        String element = name.substring(0, name.length() - ARRAY.length());
        return factory.createTypeWithNullability(
            factory.createArrayType(typeOf(element, factory), -1), true);
      }
      RelDataType type = CalciteTypes.named(factory, name);
      if (type == null) {
        throw new IllegalStateException("no such type: " + name);
      }
      return factory.createTypeWithNullability(type, true);
    }

    /** Returns the argument count of the method. */
    public int argumentCount() {
      return argumentTypes.size();
    }

    public RuntimeFunction function() {
      return function;
    }

    public TypeKind result() {
      return result;
    }

    private static RelDataType typeOf(TypeKind kind, RelDataTypeFactory factory) {
      if (kind == TypeKind.ARRAY) {
        RelDataType names = factory.createArrayType(typeOf(TypeKind.NAME, factory), -1);
        return factory.createTypeWithNullability(names, true);
      }
      String name =
          switch (kind) {
            case TEXT -> "text";
            case BOOLEAN -> "bool";
            case BIGINT -> "int8";
            case INTEGER -> "int4";
            default -> kind.sqlName();
          };
      RelDataType type = CalciteTypes.named(factory, name);
      if (type == null) {
        throw new IllegalStateException("no such type: " + name);
      }
      return factory.createTypeWithNullability(type, true);
    }
  }
}
