package dev.colonnade.server.admin.http;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.server.auth.TlsContext;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.ssl.SslHandler;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Handler of the requests of one connection, one at a time: the next request is not processed
 * before the response to the previous one is sent. Pages are computed on the executor, everything
 * else runs on the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do after closing
final class HttpRequestHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private final HttpSite site;
  private final Executor executor;
  private final HttpDeadlines deadlines;
  private final HttpCounters counters;

  HttpRequestHandler(
      HttpSite site, Executor executor, HttpDeadlines deadlines, HttpCounters counters) {
    this.site = requireNonNull(site, "site is null");
    this.executor = requireNonNull(executor, "executor is null");
    this.deadlines = requireNonNull(deadlines, "deadlines is null");
    this.counters = requireNonNull(counters, "counters is null");
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    context.channel().config().setAutoRead(false);
    deadlines.requestEnded();
    if (request.decoderResult().isFailure()) {
      send(context, HttpErrors.malformed(request.decoderResult().cause()), false);
      return;
    }
    boolean keepAlive = HttpUtil.isKeepAlive(request);
    RequestTarget target = RequestTarget.of(request.uri());
    HttpCommand command = site.commands().get(target.path);
    if (!isPermitted(request.method(), command != null)) {
      String allowed = command == null ? "GET, HEAD" : "POST";
      PageResponse answer = HttpErrors.answer(HttpResponseStatus.METHOD_NOT_ALLOWED);
      send(context, answer, keepAlive, Map.of(HttpHeaderNames.ALLOW.toString(), allowed));
      return;
    }
    if (!site.hosts().isAccepted(request.headers().get(HttpHeaderNames.HOST))) {
      send(context, HttpErrors.answer(HttpResponseStatus.MISDIRECTED_REQUEST), false);
      return;
    }
    HttpOrigin origin = origin(context, request);
    if (command == null) {
      respondInTurn(context, target, origin, () -> respond(context, target, origin, keepAlive));
      return;
    }
    HttpResponseStatus refusal = CommandRequests.refusal(request, origin.isEncrypted());
    if (refusal != null) {
      send(context, HttpErrors.answer(refusal), false);
      return;
    }
    byte[] body = ByteBufUtil.getBytes(request.content());
    respondInTurn(
        context,
        target,
        origin,
        () -> execute(context, () -> executed(target, command, origin, body), keepAlive));
  }

  /** Returns whether a path accepts a method: commands accept POST only, pages GET and HEAD. */
  private static boolean isPermitted(HttpMethod method, boolean isCommand) {
    return isCommand
        ? method.equals(HttpMethod.POST)
        : method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
  }

  private static HttpOrigin origin(ChannelHandlerContext context, FullHttpRequest request) {
    HttpHeaders headers = request.headers();
    SslHandler handler = context.pipeline().get(SslHandler.class);
    return new HttpOrigin(
        context.channel().remoteAddress(),
        context.channel().localAddress(),
        handler != null,
        headers.contains("forwarded") || headers.contains("x-forwarded-for"),
        headers.get(HttpHeaderNames.AUTHORIZATION),
        handler == null ? null : TlsContext.clientCertificate(handler.engine().getSession()));
  }

  /** Responds after the delay of the gate. */
  private void respondInTurn(
      ChannelHandlerContext context, RequestTarget target, HttpOrigin origin, Runnable response) {
    long nanos;
    try {
      nanos = site.gate().delayNanos(origin);
    } catch (ColonnadeException e) {
      send(context, HttpErrors.failed(target.path, e), false);
      return;
    }
    if (nanos == 0) {
      response.run();
    } else {
      context.executor().schedule(response, nanos, TimeUnit.NANOSECONDS);
    }
  }

  /** Executes a command on a thread of its own, because it may take long. */
  private void execute(
      ChannelHandlerContext context, Supplier<PageResponse> command, boolean keepAlive) {
    Thread.ofVirtual()
        .name("http-command")
        .start(
            () -> {
              PageResponse response = command.get();
              context.executor().execute(() -> send(context, response, keepAlive));
            });
  }

  private PageResponse executed(
      RequestTarget target, HttpCommand command, HttpOrigin origin, byte[] body) {
    try {
      return site.gate().maySeeDetails(origin)
          ? command.execute(site.gate().user(origin), body)
          : PageResponse.unauthorized();
    } catch (RuntimeException | Error e) {
      return HttpErrors.failed(target.path, e);
    }
  }

  private void respond(
      ChannelHandlerContext context, RequestTarget target, HttpOrigin origin, boolean keepAlive) {
    HttpPage page = site.pages().get(target.path);
    if (page == null) {
      send(context, HttpErrors.answer(HttpResponseStatus.NOT_FOUND), keepAlive);
      return;
    }
    try {
      executor.execute(
          () -> {
            PageResponse response = compute(target, page, origin);
            context.executor().execute(() -> send(context, response, keepAlive));
          });
    } catch (RejectedExecutionException e) {
      send(context, HttpErrors.answer(HttpResponseStatus.SERVICE_UNAVAILABLE), false);
    }
  }

  private PageResponse compute(RequestTarget target, HttpPage page, HttpOrigin origin) {
    try {
      boolean hasDetails = site.gate().maySeeDetails(origin);
      return page.answer(hasDetails ? target.query.withDetails() : target.query);
    } catch (RuntimeException | Error e) {
      return HttpErrors.failed(target.path, e);
    }
  }

  private void send(ChannelHandlerContext context, PageResponse answer, boolean keepAlive) {
    send(context, answer, keepAlive, Map.of());
  }

  private void send(
      ChannelHandlerContext context,
      PageResponse answer,
      boolean keepAlive,
      Map<String, String> added) {
    counters.answered();
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(answer.status()),
            Unpooled.wrappedBuffer(answer.body()));
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
    headers.setInt(HttpHeaderNames.CONTENT_LENGTH, answer.body().length);
    headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
    headers.set("x-content-type-options", "nosniff");
    headers.set(HttpHeaderNames.CONTENT_SECURITY_POLICY, answer.securityPolicy());
    headers.set("referrer-policy", "no-referrer");
    added.forEach(headers::set);
    if (answer.status() == HttpResponseStatus.UNAUTHORIZED.code()) {
      headers.set(HttpHeaderNames.WWW_AUTHENTICATE, "Basic realm=\"colonnade\", charset=\"UTF-8\"");
    }
    if (!keepAlive) {
      headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    ChannelFuture sent = context.writeAndFlush(response);
    sent.addListener(keepAlive ? (ChannelFutureListener) this::next : ChannelFutureListener.CLOSE);
  }

  private void next(ChannelFuture sent) {
    if (sent.isSuccess()) {
      deadlines.responseEnded();
      sent.channel().config().setAutoRead(true);
    } else {
      sent.channel().close();
    }
  }

  /** Closes the connection. Usually the peer has disconnected; no other connection is affected. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }

  /** Request target: path of a page, and its query. */
  private record RequestTarget(String path, HttpQuery query) {
    /** Parses a URI; returns an empty path, which matches no page, if the URI is malformed. */
    static RequestTarget of(String uri) {
      try {
        QueryStringDecoder decoder = new QueryStringDecoder(uri);
        return new RequestTarget(decoder.path(), HttpQuery.of(decoder.parameters()));
      } catch (IllegalArgumentException e) {
        return new RequestTarget("", HttpQuery.NONE);
      }
    }
  }
}
