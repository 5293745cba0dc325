package dev.colonnade.sql.function.library;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.library.json.JsonFunctions;
import dev.colonnade.sql.function.value.JsonText;
import dev.colonnade.sql.function.value.JsonText.Node;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that return the members of JSON values as rows. */
public final class JsonRowFunctions {
  private JsonRowFunctions() {}

  /** Returns a row of the key and the value for each member of an object. */
  public static List<?> each(String json) {
    return members(json, false, "json_each");
  }

  /** Variant of {@link #each} for values as text. */
  public static List<?> eachText(String json) {
    return members(json, true, "json_each_text");
  }

  private static List<?> members(String json, boolean isText, String name) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    if (!(JsonText.parse(json) instanceof Node.ObjectNode object)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "cannot call %s on a non-object".formatted(name));
    }
    for (String key : object.members().keySet()) {
      Object value = isText ? JsonFunctions.memberText(json, key) : JsonFunctions.member(json, key);
      rows.add(Collections.unmodifiableList(Arrays.asList(key, value)));
    }
    return rows;
  }

  /**
   * Returns the members of an object, or of each object of an array, as rows of typed fields.
   *
   * @param names of the fields
   * @param kinds names of the kinds of the fields
   */
  public static List<?> records(
      FunctionContext context, String json, List<?> names, List<?> kinds, boolean isSet) {
    List<Node> objects = List.of(JsonText.parse(json));
    if (isSet) {
      if (!(objects.getFirst() instanceof Node.ArrayNode array)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "cannot call json_to_recordset on a non-array");
      }
      objects = array.elements();
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Node object : objects) {
      rows.add(row(context, object, names, kinds));
    }
    return rows;
  }

  private static List<@Nullable Object> row(
      FunctionContext context, Node object, List<?> names, List<?> kinds) {
    if (!(object instanceof Node.ObjectNode)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "argument of json_to_recordset must be an array of objects");
    }
    String source = object.source();
    List<@Nullable Object> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String name = (String) names.get(i);
      String kind = (String) kinds.get(i);
      boolean isJson = kind.equals("JSON") || kind.equals("JSONB");
      String text =
          isJson ? JsonFunctions.member(source, name) : JsonFunctions.memberText(source, name);
      List<@Nullable String> one = Collections.singletonList(text);
      fields.add(
          text == null
              ? null
              : ArrayCasts.castArray(context, one, TypeKind.TEXT.name(), kind).getFirst());
    }
    return Collections.unmodifiableList(fields);
  }
}
