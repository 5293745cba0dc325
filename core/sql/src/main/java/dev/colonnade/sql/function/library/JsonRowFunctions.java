package dev.colonnade.sql.function.library;

import dev.colonnade.sql.function.library.json.JsonFunctions;
import dev.colonnade.sql.function.value.JsonText;
import dev.colonnade.sql.function.value.JsonText.Node;
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
    for (JsonText.Member member : JsonFunctions.members(json, name)) {
      Node value = member.value();
      Object shown = isText ? JsonFunctions.text(value) : value.source();
      rows.add(Collections.unmodifiableList(Arrays.asList(member.key(), shown)));
    }
    return rows;
  }
}
