package dev.colonnade.server.admin.browser;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Page of a browser, which answers requests for a password and records the addresses that it
 * requests, errors of scripts, and messages in the browser's console.
 */
final class BrowserPage implements AutoCloseable {
  private static final long WAIT_SECONDS_MAX = 60;

  private final DevTools devTools;
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final Queue<String> errors = new ConcurrentLinkedQueue<>();
  private volatile Map<String, String> passwordResponse = Map.of("response", "CancelAuth");

  BrowserPage(DevTools devTools) throws Exception {
    this.devTools = devTools;
    devTools.listen(
        "Network.requestWillBeSent",
        event -> requests.add(event.get("request").get("url").asText()));
    devTools.listen("Runtime.exceptionThrown", event -> errors.add(event.toString()));
    devTools.listen("Runtime.consoleAPICalled", event -> errors.add(event.toString()));
    devTools.listen("Log.entryAdded", event -> errors.add(event.get("entry").toString()));
    devTools.listen("Page.javascriptDialogOpening", event -> errors.add(event.toString()));
    devTools.listen(
        "Fetch.requestPaused",
        event -> devTools.start("Fetch.continueRequest", Map.of("requestId", id(event))));
    devTools.listen(
        "Fetch.authRequired",
        event ->
            devTools.start(
                "Fetch.continueWithAuth",
                Map.of("requestId", id(event), "authChallengeResponse", passwordResponse)));
    for (String domain : List.of("Network", "Runtime", "Log", "Page")) {
      devTools.call(domain + ".enable", Map.of());
    }
    devTools.call("Fetch.enable", Map.of("handleAuthRequests", true));
  }

  private static String id(JsonNode event) {
    return event.get("requestId").asText();
  }

  /** Sets the credentials that the user enters; without them the dialog is canceled. */
  void enter(String user, String password) {
    passwordResponse =
        Map.of("response", "ProvideCredentials", "username", user, "password", password);
  }

  void open(String address) throws Exception {
    devTools.call("Page.navigate", Map.of("url", address));
  }

  /** Sets the size of the window, in pixels of style sheets. */
  void resize(int width, int height, boolean isPhone) throws Exception {
    devTools.call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", isPhone));
  }

  /** Sets the color scheme that the user prefers, {@code dark} or {@code light}. */
  void prefer(String scheme) throws Exception {
    devTools.call(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Evaluates an expression, and waits for its promise. */
  JsonNode evaluate(String expression) throws Exception {
    JsonNode result =
        devTools.call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (result.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + result.get("exceptionDetails"));
    }
    return result.get("result").path("value");
  }

  String text(String selector) throws Exception {
    return evaluate("document.querySelector('" + selector + "').innerText").asText();
  }

  /** Clicks where a user would: at the middle of an element, which has to be on top there. */
  void click(String element) throws Exception {
    JsonNode place =
        evaluate(
            "(() => { const it = "
                + element
                + "; it.scrollIntoView({block: 'center'});"
                + " const box = it.getClientRects()[0];"
                + " const x = box.x + Math.min(box.width, innerWidth - box.x) / 2;"
                + " const y = box.y + box.height / 2; const top = document.elementFromPoint(x, y);"
                + " return it.contains(top) ? {x, y} : {top: String(top && top.outerHTML)}; })()");
    if (!place.has("x")) {
      throw new AssertionError(element + " is covered by " + place);
    }
    for (String type : List.of("mousePressed", "mouseReleased")) {
      devTools.call(
          "Input.dispatchMouseEvent",
          Map.of(
              "type",
              type,
              "x",
              place.get("x"),
              "y",
              place.get("y"),
              "button",
              "left",
              "clickCount",
              1));
    }
  }

  /** Types text where the focus is. */
  void type(String text) throws Exception {
    devTools.call("Input.insertText", Map.of("text", text));
  }

  /** Waits until an expression is true. */
  void await(String expression) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS_MAX);
    while (!isTrue(expression)) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            expression + " does not become true: " + errors + "\n" + text("body"));
      }
      Thread.sleep(20);
    }
  }

  private boolean isTrue(String expression) throws Exception {
    try {
      return evaluate("Boolean(" + expression + ")").asBoolean();
    } catch (ExecutionException e) {
      return false; // the page is being replaced by another one
    }
  }

  /** Returns what is visible, as a PNG file. */
  byte[] screenshot() throws Exception {
    JsonNode result = devTools.call("Page.captureScreenshot", Map.of("format", "png"));
    return Base64.getDecoder().decode(result.get("data").asText());
  }

  /** Returns the addresses that were requested since the last call. */
  List<String> takeRequests() {
    return take(requests);
  }

  /** Returns errors of scripts and messages of the browser since the last call. */
  List<String> takeErrors() {
    return take(errors);
  }

  private static List<String> take(Queue<String> queue) {
    List<String> taken = new ArrayList<>();
    for (String each = queue.poll(); each != null; each = queue.poll()) {
      taken.add(each);
    }
    return taken;
  }

  @Override
  public void close() {
    devTools.close();
  }
}
