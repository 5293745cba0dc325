package dev.colonnade.sql.system.object;

import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.interrupt.InterruptibleText;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.system.BuiltInFunctions;
import dev.colonnade.sql.system.BuiltInOperators;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.system.SystemTypes;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.UserType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Resolver between object names and OIDs by the search path of a session. */
final class NameResolver {
  private static final String ARRAY = "[]";
  private static final Pattern PARAMETERS = Pattern.compile("\\([^)]*\\)");
  private static final Pattern BLANKS = Pattern.compile("\\s++");

  private final SystemCatalogView view;

  NameResolver(SystemCatalogView view) {
    this.view = view;
  }

  /** Returns the OID of an object by its name; throws PostgreSQL's error if there is none. */
  long oidOf(TypeKind kind, String name) {
    return switch (kind) {
      case REGCLASS -> relation(name);
      case REGTYPE -> type(name);
      case REGPROC -> BuiltInFunctions.oidOf(builtIn(parts(name), name), name);
      case REGPROCEDURE -> function(name);
      case REGNAMESPACE -> schema(name);
      case REGROLE -> role(name);
      case REGOPER -> BuiltInOperators.oidOf(operator(name), name);
      case REGOPERATOR -> operatorOf(name);
      case REGCOLLATION -> BuiltInOperators.collation(builtIn(parts(name), name), name);
      default -> throw new IllegalArgumentException("not a reference with a name: " + kind);
    };
  }

  /** Returns the search path of unqualified names, the system's schema first. */
  private List<String> path() {
    List<String> path = new ArrayList<>();
    path.add(SystemTables.CATALOG_SCHEMA);
    view.source().scope().path().stream().map(SchemaEntry::name).forEach(path::add);
    return path;
  }

  /** Returns whether the unqualified name of a relation resolves to it. */
  boolean isVisible(SystemRelation relation) {
    for (String schema : path()) {
      SystemRelation found = view.objects().relation(schema, relation.name());
      if (found != null) {
        return found.oid() == relation.oid();
      }
    }
    return false;
  }

  /** Returns whether the unqualified name of a type, which has this schema, resolves to it. */
  boolean isTypeVisible(String schemaOfType, String name) {
    for (String schema : path()) {
      if (schema.equals(schemaOfType)) {
        return true;
      }
      if (view.objects().hasType(schema, name)) {
        return false;
      }
    }
    return false;
  }

  private long relation(String text) {
    List<String> parts = parts(text);
    if (parts.size() > 3) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "improper relation name (too many dotted names): " + text);
    }
    if (parts.size() == 3 && !parts.getFirst().equals(view.source().scope().database().name())) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "cross-database references are not implemented: \"" + text + "\"");
    }
    SystemRelation found = find(parts);
    if (found == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_TABLE, "relation \"" + String.join(".", parts) + "\" does not exist");
    }
    return found.oid();
  }

  /**
   * Finds a relation; throws UNKNOWN_SCHEMA if the schema that qualifies it does not exist,
   * INSUFFICIENT_PRIVILEGE if the user may not use it.
   */
  private @Nullable SystemRelation find(List<String> parts) {
    List<String> schemas = parts.size() == 1 ? path() : List.of(schemaOf(parts));
    if (parts.size() > 1) {
      requireSchema(schemas.getFirst());
      requireUsage(schemas.getFirst());
    }
    for (String schema : schemas) {
      SystemRelation found = view.objects().relation(schema, parts.getLast());
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private void requireSchema(String name) {
    if (view.objects().schema(name) == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SCHEMA, "schema \"" + name + "\" does not exist");
    }
  }

  private void requireUsage(String name) {
    SystemRelation.Schema schema = view.objects().schema(name);
    if (schema != null && !view.objects().privileges().isUsable(schema)) {
      throw PrivilegeChecks.denied("schema", name);
    }
  }

  /** Returns the schema that qualifies a name. */
  private String schemaOf(List<String> parts) {
    String written = parts.get(parts.size() - 2);
    return written.equals(SchemaEntry.TEMPORARY_ALIAS)
        ? view.source().scope().temporaryName()
        : written;
  }

  /** Resolves a type name, also by SQL's keywords; type parameters in parentheses are ignored. */
  private long type(String text) {
    if (text.isBlank()) {
      throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "invalid type name \"" + text + "\"");
    }
    SqlParser.parseType(text); // throws a syntax error
    boolean isArray = text.endsWith(ARRAY);
    String whole = isArray ? text.substring(0, text.length() - ARRAY.length()).strip() : text;
    String name = replaced(BLANKS, replaced(PARAMETERS, whole, ""), " ").strip();
    SystemTypes.Type builtIn =
        name.equalsIgnoreCase("char")
            ? SystemTypes.find("bpchar")
            : SystemTypes.find(canonicalName(name.toLowerCase(Locale.ROOT)));
    List<String> parts = builtIn == null ? parts(name) : List.of(name);
    if (builtIn == null) {
      builtIn = SystemTypes.find(builtIn(parts, name));
    }
    if (builtIn != null) {
      return isArray ? builtIn.arrayOid() : builtIn.oid();
    }
    UserType own = ownType(parts);
    if (own != null) {
      return isArray ? SystemOids.arrayType(own.id()) : SystemTypes.oidOf(own);
    }
    SystemRelation relation = find(parts);
    if (relation != null && relation.typeOid() != 0) {
      return isArray ? SystemOids.arrayType(SystemOids.idOf(relation.oid())) : relation.typeOid();
    }
    throw new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, "type \"" + text + "\" does not exist");
  }

  /** Returns the first user-defined type of the search path that has a name, or null. */
  private @Nullable UserType ownType(List<String> parts) {
    List<String> schemas = parts.size() == 1 ? path() : List.of(parts.get(parts.size() - 2));
    for (String schema : schemas) {
      for (CatalogModel.TypeEntry entry : view.objects().types()) {
        if (entry.type().name().equals(parts.getLast()) && entry.schema().name().equals(schema)) {
          return entry.type();
        }
      }
    }
    return null;
  }

  private static String replaced(Pattern pattern, String text, String replacement) {
    return pattern.matcher(new InterruptibleText(text)).replaceAll(replacement);
  }

  /** Returns the full name of an abbreviated type name. */
  private static String canonicalName(String word) {
    return switch (word) {
      case "int" -> "integer";
      case "dec", "decimal" -> "numeric";
      case "float" -> "double precision";
      case "char", "nchar" -> "character";
      case "char varying", "nchar varying" -> "character varying";
      default -> word;
    };
  }

  /** Resolves a function by its name with its argument types in parentheses. */
  private long function(String text) {
    int open = text.indexOf('(');
    if (open < 0 || !text.endsWith(")")) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT_REPRESENTATION,
          open < 0 ? "expected a left parenthesis" : "expected a right parenthesis");
    }
    List<Long> arguments = new ArrayList<>();
    String list = text.substring(open + 1, text.length() - 1);
    if (!list.isBlank()) {
      for (String type : list.split(",", -1)) {
        arguments.add(type(type.strip()));
      }
    }
    String name = builtIn(parts(text.substring(0, open).strip()), text);
    return BuiltInFunctions.oidOf(name, arguments, text);
  }

  /**
   * Returns the name of an object that only the system's schema has; a name that no object has for
   * another schema.
   *
   * @throws ColonnadeException UNKNOWN_SCHEMA if the schema that qualifies it does not exist
   */
  private String builtIn(List<String> parts, String text) {
    String schema = parts.size() == 1 ? SystemTables.CATALOG_SCHEMA : schemaOf(parts);
    requireSchema(schema);
    return SystemTables.isSystemSchema(schema) ? parts.getLast() : text + ".";
  }

  /** Returns the operator without the schema that may qualify it. */
  private String operator(String text) {
    int dot = text.lastIndexOf('.');
    String name = text.substring(dot + 1).strip();
    return dot < 0 ? name : builtIn(List.of(parts(text.substring(0, dot)).getLast(), name), text);
  }

  /** Resolves an operator by its name with the types of its operands in parentheses. */
  private long operatorOf(String text) {
    int open = text.indexOf('(');
    if (open < 0 || !text.endsWith(")")) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT_REPRESENTATION,
          open < 0 ? "expected a left parenthesis" : "expected a right parenthesis");
    }
    List<Long> operands = new ArrayList<>();
    for (String type : text.substring(open + 1, text.length() - 1).split(",", -1)) {
      operands.add(type.strip().equalsIgnoreCase("none") ? 0L : type(type.strip()));
    }
    if (operands.size() != 2) {
      throw operands.size() == 1
          ? new ColonnadeException(
              ErrorCode.UNKNOWN_PARAMETER,
              "missing argument",
              ErrorFields.NONE.withHint(
                  "Use NONE to denote the missing argument of a unary operator."))
          : new ColonnadeException(
              ErrorCode.TOO_MANY_ARGUMENTS,
              "too many arguments",
              ErrorFields.NONE.withHint("Provide two argument types for operator."));
    }
    String name = text.substring(0, open).strip();
    String prefix = SystemTables.CATALOG_SCHEMA + ".";
    return BuiltInOperators.oidOf(
        name.startsWith(prefix) ? name.substring(prefix.length()) : name, operands, text);
  }

  private static String onlyPart(String text) {
    List<String> parts = parts(text);
    if (parts.size() > 1) {
      throw invalidName();
    }
    return parts.getFirst();
  }

  private static ColonnadeException invalidName() {
    return new ColonnadeException(ErrorCode.INVALID_NAME, "invalid name syntax");
  }

  private long schema(String text) {
    String name = onlyPart(text);
    SystemRelation.Schema schema = view.objects().schema(name);
    if (schema == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SCHEMA, "schema \"" + name + "\" does not exist");
    }
    return schema.oid();
  }

  private long role(String text) {
    String name = onlyPart(text);
    long oid = view.objects().roleOid(name);
    if (oid == 0) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "role \"" + name + "\" does not exist");
    }
    return oid;
  }

  /** Returns the shortest name that resolves to a relation; null if there is none. */
  @Nullable String relationName(long oid) {
    SystemRelation relation = view.objects().relation(oid);
    return relation == null
        ? null
        : isVisible(relation) ? DdlText.quoted(relation.name()) : DdlText.qualified(relation);
  }

  /** Returns the qualified name of a relation; null if there is none. */
  @Nullable String qualifiedName(long oid) {
    SystemRelation relation = view.objects().relation(oid);
    return relation == null ? null : DdlText.qualified(relation);
  }

  @Nullable String schemaName(long oid) {
    return view.objects().schemas().stream()
        .filter(schema -> schema.oid() == oid)
        .map(schema -> DdlText.quoted(schema.name()))
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns the name of a user-defined type: an enum, a table's row type, or an array of them; null
   * if there is none.
   */
  @Nullable String userTypeName(long oid) {
    String name = view.objects().nameOfType(oid);
    if (name.isEmpty()) {
      return null;
    }
    String schema = view.objects().schemaOfType(oid);
    boolean isArray = name.startsWith("_") && view.objects().isArrayType(oid);
    String element = isArray ? name.substring(1) : name;
    String own = DdlText.quoted(element);
    String whole = isTypeVisible(schema, element) ? own : DdlText.quoted(schema) + "." + own;
    return isArray ? whole + ARRAY : whole;
  }

  /** Returns the parts of a qualified name; quoted parts unchanged, other parts in lower case. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean isQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      Interruption.check(i);
      char c = text.charAt(i);
      if (!isQuoted && Character.isWhitespace(c)) {
        throw invalidName();
      }
      if (c == '"') {
        boolean isDoubled = isQuoted && i + 1 < text.length() && text.charAt(i + 1) == '"';
        if (isDoubled) {
          part.append('"');
          i++;
        } else {
          isQuoted = !isQuoted;
        }
      } else if (c == '.' && !isQuoted) {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(isQuoted ? c : Character.toLowerCase(c));
      }
    }
    parts.add(part.toString());
    if (isQuoted || parts.contains("")) {
      throw invalidName();
    }
    return parts;
  }
}
