package dev.colonnade.server.admin.browser;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Connection to a page by the DevTools protocol: calls with their results, and events. */
final class DevTools implements AutoCloseable {
  private static final long CALL_SECONDS_MAX = 60;

  private final ObjectMapper mapper = new ObjectMapper();
  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
  private final Map<String, Consumer<JsonNode>> listeners = new ConcurrentHashMap<>();
  private final WebSocket socket;
  private CompletableFuture<?> sent = CompletableFuture.completedFuture(null);

  private DevTools(HttpClient client, URI address) {
    socket = client.newWebSocketBuilder().buildAsync(address, new Receiver()).join();
  }

  static DevTools connect(HttpClient client, URI address) {
    return new DevTools(client, address);
  }

  /** Calls a listener for each event with a name, on the thread of the connection. */
  void listen(String event, Consumer<JsonNode> listener) {
    listeners.put(event, listener);
  }

  /** Calls a method and waits for its result. */
  JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    return send(method, parameters).get(CALL_SECONDS_MAX, TimeUnit.SECONDS);
  }

  /** Calls a method, and does not wait for its result. */
  @SuppressWarnings("FutureReturnValueIgnored") // a failure leaves the page as it is, which is seen
  void start(String method, Map<String, ?> parameters) {
    send(method, parameters);
  }

  private synchronized CompletableFuture<JsonNode> send(String method, Map<String, ?> parameters) {
    int id = lastId.incrementAndGet();
    ObjectNode message = mapper.createObjectNode().put("id", id).put("method", method);
    message.set("params", mapper.valueToTree(parameters));
    CompletableFuture<JsonNode> result = new CompletableFuture<>();
    calls.put(id, result);
    // One message at a time. A listener must not wait, because its thread may be the one that
    // sends.
    sent = sent.thenCompose(_ -> socket.sendText(message.toString(), true));
    return result;
  }

  @Override
  public void close() {
    socket.abort();
  }

  private void received(JsonNode message) {
    if (!message.has("id")) {
      Consumer<JsonNode> listener = listeners.get(message.get("method").asText());
      if (listener != null) {
        listener.accept(message.get("params"));
      }
      return;
    }
    CompletableFuture<JsonNode> call = calls.remove(message.get("id").asInt());
    if (call == null) {
      throw new IllegalStateException("response to no call: " + message);
    } else if (message.has("error")) {
      call.completeExceptionally(new IllegalStateException(message.get("error").toString()));
    } else {
      call.complete(message.get("result"));
    }
  }

  /** Receiver of messages, which may arrive in parts. */
  private final class Receiver implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(
        WebSocket sender, CharSequence part, boolean isLast) {
      text.append(part);
      if (isLast) {
        String whole = text.toString();
        text.setLength(0);
        try {
          received(mapper.readTree(whole));
        } catch (JsonProcessingException e) {
          throw new UncheckedIOException(e);
        }
      }
      sender.request(1);
      return null;
    }

    @Override
    public void onError(WebSocket failed, Throwable cause) {
      calls.values().forEach(call -> call.completeExceptionally(cause));
    }
  }
}
