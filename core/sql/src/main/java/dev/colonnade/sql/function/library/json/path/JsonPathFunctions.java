package dev.colonnade.sql.function.library.json.path;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.value.JsonText;
import dev.colonnade.sql.function.value.JsonText.Node;
import dev.colonnade.sql.function.value.JsonWriter;
import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.base.JsonPathText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Functions of {@code jsonpath}. */
public final class JsonPathFunctions {
  private JsonPathFunctions() {}

  public static @Nullable Boolean exists(
      String target, BaseValue path, String variables, boolean isSilent) {
    JsonPathEvaluator evaluator = evaluator(target, path, variables, isSilent);
    return switch (evaluator.runFirst()) {
      case FOUND -> true;
      case NONE -> false;
      case FAILED -> null;
    };
  }

  public static @Nullable Boolean existsSilently(String target, BaseValue path) {
    return exists(target, path, "{}", true);
  }

  public static @Nullable Boolean matches(
      String target, BaseValue path, String variables, boolean isSilent) {
    List<Node> found = evaluator(target, path, variables, isSilent).run();
    if (found.size() == 1 && found.getFirst() instanceof Node.LiteralNode(String source)) {
      if (source.equals("null")) {
        return null;
      }
      if (source.equals("true") || source.equals("false")) {
        return source.equals("true");
      }
    }
    if (isSilent) {
      return null;
    }
    throw new ColonnadeException(
        ErrorCode.SINGLETON_JSON_ITEM_REQUIRED, "single boolean result is expected");
  }

  public static @Nullable Boolean matchesSilently(String target, BaseValue path) {
    return matches(target, path, "{}", true);
  }

  public static List<?> query(String target, BaseValue path, String variables, boolean isSilent) {
    List<String> texts = new ArrayList<>();
    for (Node node : evaluator(target, path, variables, isSilent).run()) {
      texts.add(JsonWriter.canonical(node));
    }
    return texts;
  }

  public static String queryArray(
      String target, BaseValue path, String variables, boolean isSilent) {
    List<Node> found = evaluator(target, path, variables, isSilent).run();
    return JsonWriter.canonical(new Node.ArrayNode(found, JsonText.Slice.NONE));
  }

  public static @Nullable String queryFirst(
      String target, BaseValue path, String variables, boolean isSilent) {
    List<Node> found = evaluator(target, path, variables, isSilent).run();
    return found.isEmpty() ? null : JsonWriter.canonical(found.getFirst());
  }

  private static JsonPathEvaluator evaluator(
      String target, BaseValue path, String variables, boolean isSilent) {
    if (!(JsonText.parse(variables) instanceof Node.ObjectNode(Map<String, Node> members, _))) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "\"vars\" argument is not an object");
    }
    return new JsonPathEvaluator(
        ((JsonPathText) path).path(), JsonText.parse(target), members, isSilent);
  }
}
