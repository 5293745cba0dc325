package dev.colonnade.type.order;

import static dev.colonnade.key.SortDirection.ASCENDING;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.KeyReader;
import dev.colonnade.key.KeyWriter;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * Sort key of a canonical text of {@code jsonb}: 0 for the empty array, which as a whole value is
 * less than all others; otherwise a node, which begins with its class (1).
 *
 * <pre>
 * null, false or true   the class (1), and of a Boolean 0 or 1 (1)
 * string                its characters in UTF-8, terminated
 * number                see {@link NumericSortKey}
 * array                 number of elements (4)  their nodes
 * object                number of members (4)  for each its name as a string and the node
 * </pre>
 *
 * <p>The members of a canonical text are in the order of {@code jsonb}.
 */
final class JsonbSortKey {
  private static final int EMPTY_ARRAY = 0;
  private static final int NULL = 1;
  private static final int STRING = 2;
  private static final int NUMBER = 3;
  private static final int BOOLEAN = 4;
  private static final int ARRAY = 5;
  private static final int OBJECT = 6;
  private static final int CONTAINERS = 8;
  private static final int HEX = 16;
  private static final int HEX_DIGITS = 4;

  private final String text;
  private final KeyWriter out;
  private final int[] counts;
  private int at;

  /** Number of the next container. */
  private int next;

  private JsonbSortKey(String text, KeyWriter out) {
    this.text = text;
    this.out = out;
    this.counts = memberCounts();
  }

  static void put(KeyWriter out, String canonical) {
    if (canonical.equals("[]")) {
      out.putByte(EMPTY_ARRAY);
    } else {
      new JsonbSortKey(canonical, out).put();
    }
  }

  /** Puts the nodes; a key that is too long for all rows needs no more bytes. */
  private void put() {
    while (at < text.length() && out.length() < KeyLayout.KEY_BYTES_MAX) {
      char letter = text.charAt(at);
      switch (letter) {
        case '{', '[' -> {
          out.putByte(letter == '{' ? OBJECT : ARRAY).putInt(counts[next++], ASCENDING);
          at++;
        }
        case '"' -> putString();
        case 'n' -> {
          out.putByte(NULL);
          at += "null".length();
        }
        case 't' -> {
          out.putByte(BOOLEAN).putByte(1);
          at += "true".length();
        }
        case 'f' -> {
          out.putByte(BOOLEAN).putByte(0);
          at += "false".length();
        }
        case '}', ']', ',', ':', ' ' -> at++;
        default -> putNumber();
      }
    }
  }

  private void putNumber() {
    int start = at;
    while (at < text.length() && ",]} ".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    out.putByte(NUMBER);
    NumericSortKey.put(out, new BigDecimal(text.substring(start, at)));
  }

  /** Returns the numbers of members of all containers, in the order of their beginnings. */
  private int[] memberCounts() {
    int[] found = new int[CONTAINERS];
    int[] open = new int[CONTAINERS];
    int count = 0;
    int depth = 0;
    for (int i = 0; i < text.length(); i = behind(i)) {
      switch (text.charAt(i)) {
        case '{', '[' -> {
          if (count == found.length) {
            found = Arrays.copyOf(found, 2 * count);
            open = Arrays.copyOf(open, 2 * count);
          }
          found[count] = isEmpty(i) ? 0 : 1;
          open[depth++] = count++;
        }
        case '}', ']' -> depth--;
        case ',' -> found[open[depth - 1]]++;
        default -> {
          // A part of a scalar, or between two members.
        }
      }
    }
    return found;
  }

  /** Returns the position behind a character, or behind the string that begins there. */
  private int behind(int position) {
    return (text.charAt(position) == '"' ? endOfString(position) : position) + 1;
  }

  private boolean isEmpty(int start) {
    int next = start + 1;
    while (text.charAt(next) == ' ') {
      next++;
    }
    return text.charAt(next) == '}' || text.charAt(next) == ']';
  }

  /** Returns the position of the quote that ends a string. */
  private int endOfString(int start) {
    int end = start + 1;
    while (text.charAt(end) != '"') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    return end;
  }

  /** Puts a string, or the name of a member, which has no class. */
  private void putString() {
    int end = endOfString(at);
    String escaped = text.substring(at + 1, end);
    boolean isName = end + 1 < text.length() && text.charAt(end + 1) == ':';
    if (!isName) {
      out.putByte(STRING);
    }
    out.putBytes(
        (escaped.indexOf('\\') < 0 ? escaped : unescaped(escaped)).getBytes(UTF_8), ASCENDING);
    at = end + 1;
  }

  private static String unescaped(String escaped) {
    StringBuilder result = new StringBuilder(escaped.length());
    int i = 0;
    while (i < escaped.length()) {
      char letter = escaped.charAt(i);
      if (letter != '\\') {
        result.append(letter);
        i++;
        continue;
      }
      char code = escaped.charAt(i + 1);
      i += 2;
      switch (code) {
        case 'b' -> result.append('\b');
        case 'f' -> result.append('\f');
        case 'n' -> result.append('\n');
        case 'r' -> result.append('\r');
        case 't' -> result.append('\t');
        case 'u' -> {
          result.append((char) Integer.parseInt(escaped.substring(i, i + HEX_DIGITS), HEX));
          i += HEX_DIGITS;
        }
        default -> result.append(code);
      }
    }
    return result.toString();
  }

  /** Returns a canonical text with a sort key. */
  static String read(KeyReader in) {
    StringBuilder text = new StringBuilder();
    int kind = in.readByte();
    if (kind == EMPTY_ARRAY) {
      return "[]";
    }
    readNode(in, kind, text);
    return text.toString();
  }

  private static void readNode(KeyReader in, int kind, StringBuilder text) {
    switch (kind) {
      case NULL -> text.append("null");
      case STRING -> readString(in, text);
      case NUMBER -> text.append(NumericSortKey.read(in).toPlainString());
      case BOOLEAN -> text.append(in.readByte() == 1);
      default -> {
        int count = in.readInt(ASCENDING);
        text.append(kind == OBJECT ? '{' : '[');
        for (int i = 0; i < count; i++) {
          text.append(i == 0 ? "" : ", ");
          if (kind == OBJECT) {
            readString(in, text);
            text.append(": ");
          }
          readNode(in, in.readByte(), text);
        }
        text.append(kind == OBJECT ? '}' : ']');
      }
    }
  }

  private static void readString(KeyReader in, StringBuilder text) {
    text.append('"');
    String value = new String(in.readBytes(ASCENDING), UTF_8);
    for (int i = 0; i < value.length(); i++) {
      char letter = value.charAt(i);
      switch (letter) {
        case '"', '\\' -> text.append('\\').append(letter);
        case '\b' -> text.append("\\b");
        case '\f' -> text.append("\\f");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        default -> text.append(letter < ' ' ? "\\u%04x".formatted((int) letter) : letter);
      }
    }
    text.append('"');
  }
}
